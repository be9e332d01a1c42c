import { keyLabel } from '#web/approval/queue/use-triage-keys.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Keys } from '#web/ui/Keys.tsx'

const inQueue = ['next', 'previous', 'approve', 'reject', 'select', 'undo', 'close', 'help'] as const
const inRequest = ['field', 'accept', 'refuse'] as const

const mod = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'
const inDialog = [
  [['1', '…', '9'], 'reason'],
  [[mod, 'Enter'], 'send'],
] as const

/** Lists each key and its action. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('approval.keys.title')} onClose={onClose}>
      <Keys lines={inQueue.map((act) => [[keyLabel(act)], t(`approval.keys.does.${act}`)])} />
      <Keys title={t('approval.keys.inRequest')} lines={inRequest.map((act) => [[keyLabel(act)], t(`approval.keys.does.${act}`)])} />
      <Keys title={t('approval.keys.inDialog')} lines={inDialog.map(([keys, name]) => [keys, t(`approval.keys.does.${name}`)])} />
    </Dialog>
  )
}
