import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { daySpan } from '#web/ui/calendar.ts'
import IconX from '#web/ui/icons/IconX.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
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
      <SearchBox
        label={t('common.search')}
        placeholder={t('users.searchPlaceholder')}
        value={search.search ?? ''}
        maxLength={limits.text.searchMax}
        onSearch={(text) => change({ search: text || undefined })}
      />
      <Select
        label={t('users.columns.role')}
        quiet
        value={search.role ?? ''}
        options={[{ value: '', label: t('users.allRoles') }, ...roles]}
        onChange={({ target }) => change({ role: rolesShown.find((role) => role === target.value) })}
      />
      <Select
        label={t('users.columns.status')}
        quiet
        value={search.status ?? ''}
        options={[{ value: '', label: t('users.allStatuses') }, ...statuses]}
        onChange={({ target }) => change({ status: statusesShown.find((status) => status === target.value) })}
      />
      <Select
        label={t('users.sortBy')}
        quiet
        value={search.sort ?? 'newest'}
        options={sorts}
        onChange={({ target }) => change({ sort: sortsShown.find((sort) => sort === target.value) })}
      />
      {search.from && search.to && (
        <Button icon={<IconX size={16} />} title={t('users.anyDay')} onClick={() => change({ from: undefined, to: undefined })}>
          {t('users.registered', { days: daySpan(search.from, search.to) })}
        </Button>
      )}
    </Toolbar>
  )
}
