import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Notification } from '#domain/notification.ts'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { useMe } from '#web/app/use-me.ts'
import { usePages } from '#web/app/use-pages.ts'
import { t } from '#web/messages/messages.ts'
import { MarkAllRead } from '#web/notifications/MarkAllRead.tsx'
import { NotificationRow } from '#web/notifications/NotificationRow.tsx'
import css from '#web/notifications/NotificationsPage.module.css'
import { useMarkRead } from '#web/notifications/use-notifications.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { More } from '#web/ui/More.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** `/notifications`: all of one's notices, newest first. */
export function NotificationsPage() {
  const { pages = 1 } = useSearch({ from: '/frame/notifications' })
  const navigate = useNavigate()
  const markRead = useMarkRead()
  const list = useInfiniteQuery(
    rpc.notifications.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
  const rows = usePages(list, pages)
  const unread = list.data?.pages[0]?.unread ?? 0
  const more = () =>
    void navigate({ to: '/notifications', search: { pages: (list.data?.pages.length ?? 1) + 1 }, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        lead={t('notifications.lead')}
        actions={unread > 0 && <MarkAllRead rows={rows ?? []} unread={unread} />}
      />
      <Panel flush>
        <DataState query={{ ...list, data: rows }}>
          {(notices) => <Notices rows={notices} onOpen={({ id, isRead }) => !isRead && markRead.mutate([id])} />}
        </DataState>
        <More list={list} onMore={more} />
      </Panel>
    </>
  )
}

function Notices({ rows, onOpen }: { rows: Notification[]; onOpen: (notice: Notification) => void }) {
  const { role } = useMe()
  if (rows.length === 0) {
    const text = t(role === 'admin' ? 'notifications.emptyAdmin' : 'notifications.emptyText')
    return <EmptyState icon={<IconBell size={22} />} title={t('notifications.emptyTitle')} text={text} />
  }
  return (
    <ul className={css.list}>
      {rows.map((notice) => (
        <NotificationRow key={notice.id} notice={notice} onOpen={onOpen} />
      ))}
    </ul>
  )
}
