import { Link } from '@tanstack/react-router'
import type { HistoryLog } from '#domain/event.ts'
import { Changes } from '#web/history/Changes.tsx'
import { EventIcon } from '#web/history/EventIcon.tsx'
import css from '#web/history/HistoryList.module.css'
import { happenings, joinSentences } from '#web/history/happenings.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { shownDuration } from '#web/ui/shown-duration.ts'
import { Ago } from '#web/ui/Time.tsx'

/** The events of the history, newest first, as happenings. */
export const happeningsIn = (entries: readonly HistoryLog[]): HistoryLog[][] =>
  happenings(entries, ({ itemId, userId, user, timestamp, ...rest }) => ({ ...rest, item: itemId, by: userId ?? user, at: timestamp }))

/** Events of one happening that are shown at first. */
const shownFirst = 4

/** One happening: what happened to which items, the changes, by whom, when and why. Its events come oldest first. */
export function HistoryEntry({ events, pageOf }: { events: readonly HistoryLog[]; pageOf?: string | undefined }) {
  const newest = events.at(-1)
  if (!newest) return null
  const { kind, user, userId, person, timestamp } = newest
  const joined = joinSentences(events.map(({ description }) => description))
  const waited = events.find(({ waitedMs }) => typeof waitedMs === 'number')?.waitedMs
  const [first, more] = joined ? [events, []] : [events.slice(0, shownFirst), events.slice(shownFirst)]
  return (
    <li className={css.entry}>
      <EventIcon kind={kind} />
      <div className={`${css.words} stack grow`}>
        {joined && (
          <p className="breaks">
            <What entry={newest} words={joined} />
          </p>
        )}
        {first.map((entry) => (
          <Told key={entry.id} entry={entry} sentence={!joined} />
        ))}
        {more.length > 0 && (
          <details>
            <summary className="aside">{t('history.moreOfIt', { count: more.length })}</summary>
            <div className="stack gap-2">
              {more.map((entry) => (
                <Told key={entry.id} entry={entry} sentence />
              ))}
            </div>
          </details>
        )}
        <p className={`${css.who} row gap-wide aside breaks`}>
          {person ? (
            <PersonLine of={person} href={person.id === pageOf ? undefined : `/admin/users/${person.id}`} />
          ) : (
            (user ?? nameless(userId))
          )}
          {/* On a line of its own where both do not fit; a dot between them would begin it. */}
          <span>
            <Dotted>
              <Ago at={timestamp} />
              {typeof waited === 'number' && t('history.waited', { time: shownDuration(waited) })}
            </Dotted>
          </span>
        </p>
      </div>
    </li>
  )
}

/** One event of a happening: its sentence unless another one says it, its changes and reason. */
function Told({ entry, sentence }: { entry: HistoryLog; sentence: boolean }) {
  return (
    <>
      {sentence && (
        <p className="breaks">
          <What entry={entry} words={entry.description} />
        </p>
      )}
      <Changes entry={entry} />
      {entry.reason && <p className="aside as-written">{t('common.reasonIs', { reason: entry.reason })}</p>}
    </>
  )
}

/** The sentence of the event, as a link if the item still exists. */
function What({ entry: { kind, itemId }, words }: { entry: HistoryLog; words: string }) {
  const link = { params: { id: itemId }, className: 'ink', children: words }
  if (kind.startsWith('product.') && kind !== 'product.delete') return <Link to="/admin/products/$id" {...link} />
  if (kind.startsWith('user.') && kind !== 'user.invite' && kind !== 'user.uninvite') return <Link to="/admin/users/$id" {...link} />
  if (kind.startsWith('webhook.') && kind !== 'webhook.delete') return <Link to="/admin/settings/webhooks/$id" {...link} />
  if (kind.startsWith('editRequest.')) {
    return (
      <Link to="/admin/edit-requests" search={{ request: itemId }} className="ink">
        {words}
      </Link>
    )
  }
  if (kind.startsWith('order.')) return <Link to="/admin/orders/$id" {...link} />
  return words
}

/** Who acted, if not a person with a name: the system, a buyer of a storefront, or a person who is unknown here. */
const nameless = (userId: string | null) =>
  userId === null ? t('history.system') : t(userId.startsWith('buyer:') ? 'orders.columns.buyer' : 'history.unknownPerson')
