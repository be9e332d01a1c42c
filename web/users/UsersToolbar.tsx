import { t } from '#web/platform/i18n/messages.ts'
import { Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { daySpan } from '#web/ui/calendar.ts'
import { rolesShown, sortsShown, statusesShown, type UserSearch } from '#web/users/user-search.ts'

type Props = { search: UserSearch; change: (to: Partial<UserSearch>) => void }

/** The filters and the order of the list of people. */
export function UsersToolbar({ search, change }: Props) {
  const roles = rolesShown.map((role) => ({ value: role, label: t(`users.role.${role}`) }))
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`users.status.${status}`) }))
  const sorts = sortsShown.map((sort) => ({ value: sort, label: t(`users.sort.${sort}`) }))
  const { text, choice } = filtersOf(search, change)
  return (
    <Filters
      search={text(t('common.search'), t('users.searchPlaceholder'))}
      choices={[
        choice('role', { label: t('users.columns.role'), all: t('users.allRoles'), options: roles }),
        choice('status', { label: t('users.columns.status'), all: t('users.allStatuses'), options: statuses }),
      ]}
      sort={choice('sort', { label: t('users.sortBy'), usual: 'newest', options: sorts })}
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
