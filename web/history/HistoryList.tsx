import type { HistoryLog } from '#domain/event.ts'
import { HistoryEntry, happeningsIn } from '#web/history/HistoryEntry.tsx'
import css from '#web/history/HistoryList.module.css'
import { longDay } from '#web/ui/time.ts'

type Props = {
  entries: HistoryLog[]
  /** The heading level of a day, below the headings around the list. */
  level?: 'h2' | 'h3'
  /** The id of the person on whose page it stands: their name is no link. */
  pageOf?: string
}

/** The history, one line per happening, grouped by day. */
export function HistoryList({ entries, level: Heading = 'h2', pageOf }: Props) {
  const days = Map.groupBy(happeningsIn(entries), (events) => longDay(events.at(-1)?.timestamp ?? ''))
  return [...days].map(([day, ofDay], at) => (
    <section key={day} className={at > 0 ? 'topped' : undefined}>
      <Heading className={`${css.day} aside`}>{day}</Heading>
      <ul className="list ruled sized">
        {ofDay.map((events) => (
          // Named by its newest event: older ones may join as more are loaded, and what was unfolded stays unfolded.
          <HistoryEntry key={events.at(-1)?.id} events={events} pageOf={pageOf} />
        ))}
      </ul>
    </section>
  ))
}
