import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Notification } from '#domain/notification.ts'
import { MarkAllRead } from '#web/notifications/MarkAllRead.tsx'
import { NotificationRow } from '#web/notifications/NotificationRow.tsx'
import { type NotificationSearch, typesShown } from '#web/notifications/notification-search.ts'
import { PreferencesPanel } from '#web/notifications/PreferencesPanel.tsx'
import { useMarkRead } from '#web/notifications/use-notifications.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { ChoiceFilter } from '#web/platform/queries/Filters.tsx'
import { inPages, usePages } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconBell from '#web/ui/icons/IconBell.tsx'
import { More } from '#web/ui/More.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Toolbar } from '#web/ui/Toolbar.tsx'

/** `/notifications`: all notifications of the signed-in person, newest first. */
export function NotificationsPage() {
  const { pages = 1, ...search } = useSearch({ from: '/layout/notifications' })
  const navigate = useNavigate()
  const markRead = useMarkRead()
  const list = useInfiniteQuery(
    rpc.notifications.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ type: search.type, unread: search.unread === 'yes', cursor }),
      ...inPages,
    }),
  )
  const rows = usePages(list, pages)
  const unread = list.data?.pages[0]?.unread ?? 0
  const go = (to: NotificationSearch) => void navigate({ to: '/notifications', search: to, replace: true, resetScroll: false })
  const more = () => go({ ...search, pages: (list.data?.pages.length ?? 1) + 1 })
  const filtered = search.type !== undefined || search.unread !== undefined
  return (
    <>
      <PageHeader
        title={t('titles.notifications')}
        lead={t('notifications.lead')}
        actions={unread > 0 && !filtered && <MarkAllRead rows={rows ?? []} unread={unread} />}
      />
      <NotificationsToolbar search={search} change={go} />
      <Panel flush>
        <DataState query={{ ...list, data: rows }}>
          {(notices) => (
            <Notices
              rows={notices}
              filtered={filtered}
              showAll={() => go({})}
              onOpen={({ id, isRead }) => !isRead && markRead.mutate({ ids: [id] })}
            />
          )}
        </DataState>
        <More list={list} onMore={more} />
      </Panel>
      <PreferencesPanel />
    </>
  )
}

type NoticesProps = { rows: Notification[]; filtered: boolean; showAll: () => void; onOpen: (notice: Notification) => void }

function Notices({ rows, filtered, showAll, onOpen }: NoticesProps) {
  const { role } = useMe()
  if (rows.length === 0 && filtered) {
    const all = <Button onClick={showAll}>{t('notifications.showAll')}</Button>
    return <EmptyState icon={<IconBell size={22} />} title={t('notifications.noneTitle')} action={all} />
  }
  if (rows.length === 0) {
    const text = t(role === 'admin' ? 'notifications.emptyAdmin' : 'notifications.emptyText')
    return <EmptyState icon={<IconBell size={22} />} title={t('notifications.emptyTitle')} text={text} />
  }
  return (
    <ul className="list ruled">
      {rows.map((notice) => (
        <NotificationRow key={notice.id} notice={notice} onOpen={onOpen} />
      ))}
    </ul>
  )
}

type Props = { search: NotificationSearch; change: (to: NotificationSearch) => void }

/** The filters of the list. */
function NotificationsToolbar({ search, change }: Props) {
  const types = typesShown.map((type) => ({ value: type, label: t(`notifications.types.${type}`) }))
  return (
    <Toolbar>
      <ChoiceFilter
        label={t('notifications.type')}
        all={t('notifications.allTypes')}
        value={search.type}
        options={types}
        onChoose={(type) => change({ ...search, type })}
      />
      <ChoiceFilter
        label={t('notifications.state')}
        all={t('notifications.readToo')}
        value={search.unread}
        options={[{ value: 'yes', label: t('notifications.onlyUnread') }]}
        onChoose={(unread) => change({ ...search, unread })}
      />
    </Toolbar>
  )
}
