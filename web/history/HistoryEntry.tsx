import { Link } from '@tanstack/react-router'
import type { HistoryLog } from '#domain/event.ts'
import { icons } from '#web/history/event-icons.ts'
import css from '#web/history/HistoryList.module.css'
import { t } from '#web/messages/messages.ts'
import { Ago } from '#web/ui/Time.tsx'

/** One thing that happened: what, to which thing, by whom, when, why. */
export function HistoryEntry({ entry }: { entry: HistoryLog }) {
  const { icon: Icon, tone } = icons[entry.kind]
  const { description, itemId, kind, user, reason, timestamp } = entry
  const stillThere = kind.startsWith('product.') && kind !== 'product.delete'
  return (
    <li className={css.entry}>
      <span className={`${css.icon} ${css[tone]}`} aria-hidden>
        <Icon size={16} stroke={1.75} />
      </span>
      <div className={css.words}>
        <p className={css.what}>
          {stillThere ? (
            <Link to="/admin/products/$id" params={{ id: itemId }} className={css.link}>
              {description}
            </Link>
          ) : (
            description
          )}
        </p>
        {reason && <p className={css.reason}>{t('history.reason', { reason })}</p>}
        <p className={css.who}>
          {user ?? t('history.system')} · <Ago at={timestamp} />
        </p>
      </div>
    </li>
  )
}
