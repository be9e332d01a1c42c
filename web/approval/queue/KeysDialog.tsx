import { t } from '#web/platform/i18n/messages.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Keys } from '#web/ui/Keys.tsx'

/** The triage keys, as labelled on a keyboard. */
const triageKeys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['A', 'approve'],
  ['R', 'reject'],
  ['X', 'select'],
  ['U', 'undo'],
  ['Esc', 'close'],
  ['?', 'help'],
] as const

const inRequest = [
  ['F', 'field'],
  ['Y', 'accept'],
  ['N', 'refuse'],
] as const

const mod = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'
const inDialog = [
  [['1', '…', '9'], 'reason'],
  [[mod, 'Enter'], 'send'],
] as const

/** Lists each key and its action. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('approval.keys.title')} open onClose={onClose}>
      <Keys lines={triageKeys.map(([key, name]) => [[key], t(`approval.keys.does.${name}`)])} />
      <Keys title={t('approval.keys.inRequest')} lines={inRequest.map(([key, name]) => [[key], t(`approval.keys.does.${name}`)])} />
      <Keys title={t('approval.keys.inDialog')} lines={inDialog.map(([keys, name]) => [keys, t(`approval.keys.does.${name}`)])} />
    </Dialog>
  )
}
