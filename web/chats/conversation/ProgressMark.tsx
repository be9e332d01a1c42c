import css from '#web/chats/conversation/Log.module.css'
import type { Progress } from '#web/chats/conversation/lines.ts'
import { t } from '#web/platform/i18n/messages.ts'
import IconCheck from '#web/ui/icons/IconCheck.tsx'
import IconChecks from '#web/ui/icons/IconChecks.tsx'
import IconClock from '#web/ui/icons/IconClock.tsx'
import IconCloudOff from '#web/ui/icons/IconCloudOff.tsx'

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
      <Icon size={14} stroke={2} />
      {t(`chats.progress.${progress}`)}
    </span>
  )
}
