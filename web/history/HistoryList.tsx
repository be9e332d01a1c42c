import type { HistoryLog } from '#domain/event.ts'
import { HistoryEntry } from '#web/history/HistoryEntry.tsx'
import css from '#web/history/HistoryList.module.css'
import { longDay } from '#web/ui/time.ts'

/** The log, day by day. */
export function HistoryList({ entries }: { entries: HistoryLog[] }) {
  const days = Map.groupBy(entries, ({ timestamp }) => longDay(timestamp))
  return [...days].map(([day, ofDay]) => (
    <section key={day}>
      <h2 className={css.day}>{day}</h2>
      <ul className={css.list}>
        {ofDay.map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  ))
}
