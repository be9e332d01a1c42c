import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { useListMemory } from '#web/platform/queries/list-memory.ts'
import { useColumns } from '#web/platform/queries/use-columns.tsx'
import { useListSearch } from '#web/platform/queries/use-list-search.ts'
import { useNewestPages } from '#web/platform/queries/use-newest.ts'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { ListTotal } from '#web/saved-views/ListTotal.tsx'
import { daySpan } from '#web/ui/calendar.ts'
import IconMail from '#web/ui/icons/IconMail.tsx'
import { OpenButton } from '#web/ui/OpenButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AnnouncementButton } from '#web/users/AnnouncementDialog.tsx'
import { Invitations } from '#web/users/Invitations.tsx'
import { InviteDialog } from '#web/users/InviteDialog.tsx'
import { UsersTable } from '#web/users/UsersTable.tsx'
import { rolesShown, sortsShown, statusesShown, type UserSearch, userColumns } from '#web/users/user-search.ts'

const columnsShown = userColumns.map((value) => ({ value, label: t(`users.columns.${value}`) }))

/** `/admin/user-management` (spec §2): all people with an account. */
export function UsersPage() {
  const [whole, change] = useListSearch('/admin/user-management')
  const { pages = 1, hide, ...search } = whole
  useListMemory('/admin/user-management', whole)
  const list = usePagedQuery(rpc.users.list, search)
  const { role, status } = search
  const rows = useNewestPages(list, pages, {
    get: rpc.users.get,
    matches: (user) => (!role || user.role === role) && (!status || user.status === status),
  })
  // Waited for, because invitations stand above the list and would move it.
  const invitations = useQuery(rpc.invitations.list.queryOptions())
  const go = (to: UserSearch) => change({ hide, ...to })
  const columns = useColumns({ list: '/admin/user-management', columns: columnsShown, hide, change: (to) => go({ ...whole, hide: to }) })
  return (
    <>
      <PageHeader
        title={t('titles.users')}
        lead={t('users.lead')}
        actions={
          <>
            <AnnouncementButton />
            <OpenButton icon={<IconMail size={16} />} dialog={(state) => <InviteDialog {...state} />}>
              {t('users.invite.open')}
            </OpenButton>
          </>
        }
      />
      {isFirstLoad(invitations) ? (
        <Skeleton rows={8} />
      ) : (
        <>
          <Invitations query={invitations} />
          <UsersToolbar search={search} change={(to) => go({ ...search, ...to })} />
          <ListTotal columns={columns} total={list.data?.pages[0]?.total} words={(values) => t('users.total', values)} />
          <Panel flush>
            <PagedRows
              list={list}
              rows={rows}
              empty={{ filtered: true, clear: () => go({}), title: t('common.noneMatch') }}
              more={(shown) => go({ ...search, pages: shown })}
            >
              {(users) => <UsersTable shows={columns.shows} users={users} sort={search.sort} onSort={(sort) => go({ ...search, sort })} />}
            </PagedRows>
          </Panel>
        </>
      )}
    </>
  )
}

type Props = { search: UserSearch; change: (to: Partial<UserSearch>) => void }

/** The filters and the order of the list of people. */
function UsersToolbar({ search, change }: Props) {
  const roles = rolesShown.map((role) => ({ value: role, label: t(`users.role.${role}`) }))
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`users.status.${status}`) }))
  const sorts = sortsShown.map((sort) => ({ value: sort, label: t(`sorts.${sort}`) }))
  const { text, choice } = filtersOf(search, change)
  return (
    <Filters
      search={text(t('common.search'), t('users.searchPlaceholder'))}
      choices={[
        choice('role', { label: t('users.columns.role'), all: t('users.allRoles'), options: roles }),
        choice('status', { label: t('common.status'), all: t('common.allStatuses'), options: statuses }),
      ]}
      sort={choice('sort', { label: t('common.sortBy'), usual: 'newest', options: sorts })}
      active={[
        search.from !== undefined &&
          search.to !== undefined && {
            label: t('users.columns.joined'),
            name: daySpan(search.from, search.to),
            clear: () => change({ from: undefined, to: undefined }),
          },
      ]}
      clear={() => change({ role: undefined, status: undefined, from: undefined, to: undefined })}
    />
  )
}
