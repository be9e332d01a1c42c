import type { ReactNode } from 'react'
import type { Notification } from '#domain/notification.ts'
import { sellsAs } from '#domain/person-names.ts'
import { isOfSupport, type NoticeGroup } from '#web/notifications/group-notices.ts'
import css from '#web/notifications/NotificationRow.module.css'
import { Dotted } from '#web/platform/Dotted.tsx'
import { InternalLink } from '#web/platform/InternalLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Avatar } from '#web/platform/Person.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** Titles and numbers named in a group; of the rest only how many. */
const titlesShown = 3

type Props = { group: NoticeGroup; onOpen: (notices: readonly Notification[]) => void; tick?: ((words: string) => ReactNode) | undefined }

/** One notification, or several as one: what happened, by whom, why, and a link. `tick` makes the checkbox of its row. */
export function NotificationRow({ group, onOpen, tick }: Props) {
  const { newest, notices, kind } = group
  const { reason, isRead, createdAt, person } = newest
  const link = linkOf(group)
  const words = wordsOf(group)
  const about = aboutOf(group)
  return (
    <li className={`${css.row} ${css.inset} tints-softly ${isRead ? '' : css.unread}`}>
      {tick && <span className={css.tick}>{tick(words)}</span>}
      {person && <Avatar name={person.name} picture={person.avatar} />}
      <div className="stack gap-2 grow shrinks">
        {!isRead && <span className="visually-hidden">{t('notifications.unread')}: </span>}
        <p className={isRead ? 'breaks' : 'breaks bold'}>
          {link ? (
            <InternalLink href={link} className="ink covers" onClick={() => onOpen(notices)}>
              {words}
            </InternalLink>
          ) : (
            words
          )}
        </p>
        {about && <p className="muted breaks">{about}</p>}
        {reason && <p className="muted as-written">{t('common.reasonIs', { reason })}</p>}
        <p className="aside">
          <Dotted>
            {person && kind === 'single' && <bdi>{sellsAs(person)}</bdi>}
            <Ago at={createdAt} />
          </Dotted>
        </p>
      </div>
    </li>
  )
}

/** Products of one seller are opened in their queue, filtered by the seller; new orders in the list of orders. */
function linkOf({ kind, newest: { link, person } }: NoticeGroup): string | null {
  if (kind === 'orders') return '/seller/orders?lineStatus=open'
  const of = encodeURIComponent(person?.id ?? '')
  if (kind === 'products') return `/admin/product-approval?seller=${of}`
  return kind === 'changes' ? `/admin/edit-requests?seller=${of}` : link
}

function wordsOf({ kind, newest, notices: { length: count } }: NoticeGroup): string {
  const { message, person } = newest
  if (kind === 'single') return message
  if (kind === 'orders') return t('notifications.groups.orders', { count })
  if (person) return t(`notifications.groups.${kind}`, { count, who: sellsAs(person) })
  return isOfSupport(newest) ? t('notifications.groups.ofSupport', { count }) : t('notifications.groups.inChat', { count })
}

/** The newest message of a group, or what it is about: titles of products, numbers of orders. */
function aboutOf({ kind, newest, notices }: NoticeGroup): string | null {
  if (kind === 'single') return null
  if (kind === 'messages') return newest.message
  const titles = notices.flatMap(({ productTitle, title }) => (productTitle ? `“${productTitle}”` : (title ?? [])))
  if (titles.length === 0) return null
  const more = notices.length - Math.min(titles.length, titlesShown)
  const named = titles.slice(0, titlesShown).join(', ')
  return more > 0 ? t('common.namedAndMore', { named, count: more }) : named
}
