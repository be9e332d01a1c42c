import { Link } from '@tanstack/react-router'
import type { HistoryLog } from '#domain/event.ts'
import { Changes } from '#web/history/Changes.tsx'
import { EventIcon } from '#web/history/EventIcon.tsx'
import css from '#web/history/HistoryList.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { shownDuration } from '#web/ui/shown-duration.ts'
import { Ago } from '#web/ui/Time.tsx'

/** One event: what happened to which item, the changes, by whom, when and why. */
export function HistoryEntry({ entry }: { entry: HistoryLog }) {
  const { user, userId, person, reason, timestamp, waitedMs } = entry
  return (
    <li className={css.entry}>
      <EventIcon kind={entry.kind} />
      <div className={`${css.words} stack grow`}>
        <p className="breaks">
          <What entry={entry} />
        </p>
        <Changes entry={entry} />
        {reason && <p className="aside as-written">{t('history.reason', { reason })}</p>}
        <p className={`${css.who} aside breaks`}>
          {person ? (
            <PersonLine of={person} href={`/admin/users/${person.id}`} />
          ) : (
            (user ?? t(userId ? 'history.unknownPerson' : 'history.system'))
          )}
          {' · '}
          <Ago at={timestamp} />
          {typeof waitedMs === 'number' && ` · ${t('history.waited', { time: shownDuration(waitedMs) })}`}
        </p>
      </div>
    </li>
  )
}

/** The sentence of the event, as a link if the item still exists. */
function What({ entry: { kind, itemId, description } }: { entry: HistoryLog }) {
  const link = { params: { id: itemId }, className: 'ink', children: description }
  if (kind.startsWith('product.') && kind !== 'product.delete') return <Link to="/admin/products/$id" {...link} />
  if (kind.startsWith('user.') && kind !== 'user.invite' && kind !== 'user.uninvite') return <Link to="/admin/users/$id" {...link} />
  if (kind.startsWith('webhook.') && kind !== 'webhook.delete') return <Link to="/admin/settings/webhooks/$id" {...link} />
  if (kind.startsWith('editRequest.')) {
    return (
      <Link to="/admin/edit-requests" search={{ request: itemId }} className="ink">
        {description}
      </Link>
    )
  }
  if (kind.startsWith('order.')) return <Link to="/admin/orders/$id" {...link} />
  return description
}
