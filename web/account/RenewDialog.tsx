import { useState } from 'react'
import { ProofDialog } from '#web/account/ProofDialog.tsx'
import { RecoveryCodes } from '#web/account/RecoveryCodes.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'

/** Replaces the recovery codes. */
export default function RenewDialog({ onClose }: { onClose: (changed: boolean) => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={() => onClose(true)} />
  return (
    <ProofDialog
      title={t('account.factor.renew')}
      text={t('account.factor.renewText')}
      submit={t('account.factor.renewSubmit')}
      send={client.account.newRecoveryCodes}
      done={(fresh) => setCodes(fresh.codes)}
      onClose={() => onClose(false)}
    />
  )
}
