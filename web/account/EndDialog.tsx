import { ProofDialog } from '#web/account/ProofDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Turns the second factor off. */
export default function EndDialog({ onClose }: { onClose: (changed: boolean) => void }) {
  return (
    <ProofDialog
      title={t('account.factor.endTitle')}
      text={t('account.factor.endText')}
      submit={t('account.factor.end')}
      danger
      send={client.account.endSecondFactor}
      done={() => {
        toast(t('account.factor.ended'))
        onClose(true)
      }}
      onClose={() => onClose(false)}
    />
  )
}
