import { t } from '#web/platform/i18n/messages.ts'
import { ChoiceFilter, SearchFilter } from '#web/platform/queries/Filters.tsx'
import { Button } from '#web/ui/Button.tsx'
import { daySpan } from '#web/ui/calendar.ts'
import IconX from '#web/ui/icons/IconX.tsx'
import { Toolbar } from '#web/ui/Toolbar.tsx'
import { rolesShown, sortsShown, statusesShown, type UserSearch } from '#web/users/user-search.ts'

type Props = { search: UserSearch; change: (to: Partial<UserSearch>) => void }

/** The filters and the order of the list of people. */
export function UsersToolbar({ search, change }: Props) {
  const roles = rolesShown.map((role) => ({ value: role, label: t(`users.role.${role}`) }))
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`users.status.${status}`) }))
  const sorts = sortsShown.map((sort) => ({ value: sort, label: t(`users.sort.${sort}`) }))
  return (
    <Toolbar>
      <SearchFilter
        label={t('common.search')}
        hint={t('users.searchPlaceholder')}
        value={search.search}
        onSearch={(text) => change({ search: text })}
      />
      <ChoiceFilter
        label={t('users.columns.role')}
        all={t('users.allRoles')}
        value={search.role}
        options={roles}
        onChoose={(role) => change({ role })}
      />
      <ChoiceFilter
        label={t('users.columns.status')}
        all={t('users.allStatuses')}
        value={search.status}
        options={statuses}
        onChoose={(status) => change({ status })}
      />
      <ChoiceFilter label={t('users.sortBy')} value={search.sort ?? 'newest'} options={sorts} onChoose={(sort) => change({ sort })} />
      {search.from && search.to && (
        <Button icon={<IconX size={16} />} title={t('users.anyDay')} onClick={() => change({ from: undefined, to: undefined })}>
          {t('users.registered', { days: daySpan(search.from, search.to) })}
        </Button>
      )}
    </Toolbar>
  )
}
