import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import type { Notification } from '#domain/notification.ts'
import css from '#web/notifications/Bell.module.css'
import { groupNotices } from '#web/notifications/group-notices.ts'
import { MarkAllRead } from '#web/notifications/MarkAllRead.tsx'
import { NotificationRow } from '#web/notifications/NotificationRow.tsx'
import { useBell, useMarkNotices } from '#web/notifications/use-notifications.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconBell from '#web/ui/icons/IconBell.tsx'
import { shownCount } from '#web/ui/shown-count.ts'

/** The bell: the number of unread notifications, and the newest ones in a menu. */
export function Bell() {
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  const { data } = useBell()
  const unread = data?.unread ?? 0
  const name = unread > 0 ? t('notifications.bell', { shown: shownCount(unread) }) : t('notifications.bellNone')
  return (
    <>
      <IconButton label={name} popoverTarget={id}>
        <IconBell size={18} stroke={1.75} />
        {unread > 0 && <span className={css.count}>{shownCount(unread)}</span>}
      </IconButton>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('titles.notifications')}
        className={`${css.panel} raised card`}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && <BellPanel rows={data?.rows ?? []} unread={unread} close={() => panel.current?.hidePopover()} />}
      </div>
    </>
  )
}

function BellPanel({ rows, unread, close }: { rows: Notification[]; unread: number; close: () => void }) {
  const me = useMe()
  const markRead = useMarkNotices()
  const open = (notices: readonly Notification[]) => {
    markRead(notices)
    close()
  }
  return (
    <>
      <div className={`${css.head} line between`}>
        <h2>{t('titles.notifications')}</h2>
        <MarkAllRead rows={rows} unread={unread} look="quiet" />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          title={t('notifications.emptyTitle')}
          text={t(me.role === 'admin' ? 'notifications.emptyAdmin' : 'notifications.emptyText')}
        />
      ) : (
        <ul className="scrolls list ruled">
          {groupNotices(rows).map((group) => (
            <NotificationRow key={group.key} group={group} onOpen={open} />
          ))}
        </ul>
      )}
      <div className={`${css.foot} strong topped`}>
        <Link to="/notifications" onClick={close}>
          {t('notifications.all')}
        </Link>
      </div>
    </>
  )
}
