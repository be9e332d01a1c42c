import css from '#web/approval/queue/KeysDialog.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

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
export default function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('approval.keys.title')} open={open} onClose={onClose}>
      <dl className={`${css.keys} ink`}>
        {triageKeys.map(([key, name]) => (
          <Line key={key} keys={[key]} name={name} />
        ))}
      </dl>
      <h3 className={css.where}>{t('approval.keys.inRequest')}</h3>
      <dl className={`${css.keys} ink`}>
        {inRequest.map(([key, name]) => (
          <Line key={key} keys={[key]} name={name} />
        ))}
      </dl>
      <h3 className={css.where}>{t('approval.keys.inDialog')}</h3>
      <dl className={`${css.keys} ink`}>
        {inDialog.map(([keys, name]) => (
          <Line key={name} keys={keys} name={name} />
        ))}
      </dl>
    </Dialog>
  )
}

type Name = (typeof triageKeys)[number][1] | (typeof inDialog)[number][1] | (typeof inRequest)[number][1]

function Line({ keys, name }: { keys: readonly string[]; name: Name }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{t(`approval.keys.does.${name}`)}</dd>
    </div>
  )
}
