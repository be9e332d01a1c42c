import { type EventKind, eventRows } from '#domain/event-kinds.ts'
import css from '#web/history/EventIcon.module.css'
import { icons } from '#web/history/event-icons.ts'
import tones from '#web/ui/tones.module.css'

/** The icon of an event's kind; the words beside it say the same. */
export function EventIcon({ kind }: { kind: EventKind }) {
  const { icon, tone = 'grey' } = eventRows[kind]
  const Icon = icons[icon]
  return (
    <span className={`${css.icon} disc ${tones[tone]}`} aria-hidden>
      <Icon size={16} stroke={1.75} />
    </span>
  )
}
