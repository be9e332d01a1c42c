import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import css from '#web/chats/Log.module.css'
import type { Progress } from '#web/chats/lines.ts'
import { t } from '#web/messages/messages.ts'

type Told = Exclude<Progress, 'failed'>
const icons: Record<Told, typeof IconCheck> = {
  waiting: IconCloudOff,
  sending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
}

/** How far a message of ours has come; the word says it, the sign only repeats it. */
export function ProgressMark({ progress }: { progress: Told }) {
  const Icon = icons[progress]
  return (
    <span className={progress === 'read' ? `${css.progress} ${css.read}` : css.progress}>
      <Icon size={14} stroke={2} aria-hidden />
      {t(`chats.progress.${progress}`)}
    </span>
  )
}
