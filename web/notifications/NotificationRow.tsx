import type { Notification } from '#domain/notification.ts'
import css from '#web/notifications/NotificationRow.module.css'
import { InternalLink } from '#web/platform/InternalLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Ago } from '#web/ui/Time.tsx'

type Props = { notice: Notification; onOpen: (notice: Notification) => void }

/** One notification: what happened, why, and a link. */
export function NotificationRow({ notice, onOpen }: Props) {
  const { message, reason, link, isRead, createdAt } = notice
  return (
    <li className={`${css.row} stack gap-2 tints-softly ${isRead ? '' : css.unread}`}>
      {!isRead && <span className="visually-hidden">{t('notifications.unread')}: </span>}
      <p className={isRead ? 'breaks' : 'breaks bold'}>
        {link ? (
          <InternalLink href={link} className="ink covers" onClick={() => onOpen(notice)}>
            {message}
          </InternalLink>
        ) : (
          message
        )}
      </p>
      {reason && <p className="muted as-written">{t('notifications.reason', { reason })}</p>}
      <p className="aside">
        <Ago at={createdAt} />
      </p>
    </li>
  )
}
