import { ProofDialog } from '#web/account/ProofDialog.tsx'
import { client } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { toast } from '#web/ui/toasts.ts'

/** Switches the second factor off. */
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
