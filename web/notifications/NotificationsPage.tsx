import '#web/ui/later.css'
import type { Notification } from '#domain/notification.ts'
import { groupNotices } from '#web/notifications/group-notices.ts'
import { MarkAllRead } from '#web/notifications/MarkAllRead.tsx'
import row from '#web/notifications/NotificationRow.module.css'
import { NotificationRow } from '#web/notifications/NotificationRow.tsx'
import css from '#web/notifications/NotificationsPage.module.css'
import { type NotificationSearch, typesShown } from '#web/notifications/notification-search.ts'
import { PreferencesPanel } from '#web/notifications/PreferencesPanel.tsx'
import { useBell, useMarkNotices } from '#web/notifications/use-notifications.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { useListSearch } from '#web/platform/queries/use-list-search.ts'
import { isEntirelyEmpty, usePagedQuery, usePages } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import IconBell from '#web/ui/icons/IconBell.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SelectionBar, Tick, TickAll, useTicked } from '#web/ui/Selection.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** `/notifications`: all notifications of the signed-in person, newest first. */
export function NotificationsPage() {
  const [{ pages = 1, ...search }, go] = useListSearch('/notifications')
  const markRead = useMarkNotices()
  const list = usePagedQuery(rpc.notifications.list, { type: search.type, search: search.search, unread: search.unread === 'yes' })
  const rows = usePages(list, pages)
  const bell = useBell()
  const { role } = useMe()
  // The bell knows the number first, so that nothing moves when the list comes.
  const known = list.data?.pages[0] ?? bell.data
  const unread = known?.unread ?? 0
  const filtered = Object.values(search).some((value) => value !== undefined)
  return (
    <>
      <PageHeader
        title={t('titles.notifications')}
        lead={t('notifications.lead')}
        actions={unread > 0 && !filtered && <MarkAllRead rows={rows ?? []} unread={unread} />}
      />
      {!known && isFirstLoad(list) ? (
        <Skeleton />
      ) : (
        <>
          {!isEntirelyEmpty(list, rows, filtered) && <NotificationsToolbar search={search} change={go} />}
          <Panel flush>
            <PagedRows
              list={list}
              rows={rows}
              empty={{
                filtered,
                clear: () => go({}),
                icon: IconBell,
                title: t('notifications.emptyTitle'),
                text: t(role === 'admin' ? 'notifications.emptyAdmin' : 'notifications.emptyText'),
              }}
              more={(shown) => go({ ...search, pages: shown })}
            >
              {(notices) => <Notices notices={notices} onOpen={markRead} />}
            </PagedRows>
          </Panel>
          {!list.isPending && (
            <div className="apart">
              <PreferencesPanel />
            </div>
          )}
        </>
      )}
    </>
  )
}

type Listed = { notices: readonly Notification[]; onOpen: (notices: readonly Notification[]) => void }

/** The list, whose unread notifications can be selected to be marked read. */
function Notices({ notices, onOpen }: Listed) {
  const groups = groupNotices(notices)
  const unread = groups.filter(({ newest }) => !newest.isRead)
  const ticks = useTicked(unread.map(({ key }) => key))
  const selected = unread.filter(({ key }) => ticks.ticked.includes(key))
  return (
    <>
      {unread.length > 0 && <TickAll ticks={ticks} className={`${css.all} ${row.inset} aside`} />}
      <ul className="list ruled">
        {groups.map((group) => (
          <NotificationRow
            key={group.key}
            group={group}
            onOpen={onOpen}
            tick={unread.length > 0 ? (words) => <Tick ticks={ticks} id={group.key} name={words} /> : undefined}
          />
        ))}
      </ul>
      <SelectionBar ticks={ticks}>
        <Button onClick={() => onOpen(selected.flatMap((group) => group.notices))}>{t('notifications.markSelected')}</Button>
      </SelectionBar>
    </>
  )
}

type Props = { search: NotificationSearch; change: (to: NotificationSearch) => void }

/** The filters of the list. */
function NotificationsToolbar({ search, change }: Props) {
  const { role } = useMe()
  const types = typesShown.map((type) => ({ value: type, label: t(`notifications.types.${type}`) }))
  const { text, choice } = filtersOf(search, (to) => change({ ...search, ...to }))
  return (
    <Filters
      search={text(t('common.search'), t(role === 'admin' ? 'notifications.searchAdmin' : 'notifications.searchHint'))}
      choices={[
        choice('type', { label: t('common.type'), all: t('common.allTypes'), options: types }),
        choice('unread', {
          label: t('notifications.state'),
          all: t('notifications.readToo'),
          options: [{ value: 'yes', label: t('notifications.onlyUnread') }],
        }),
      ]}
      clear={() => change({ search: search.search })}
    />
  )
}
