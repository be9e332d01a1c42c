import { limits } from '#domain/limits.ts'
import { type ChatSearch, filtersShown, sortsShown } from '#web/chats/inbox/chat-search.ts'
import { useAssignees } from '#web/chats/inbox/use-assignees.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Toolbar } from '#web/ui/Toolbar.tsx'

type Props = { search: ChatSearch; change: (to: Partial<ChatSearch>) => void }

/** The filters of the list of chats. */
export function ChatsToolbar({ search, change }: Props) {
  const admins = useAssignees()
  return (
    <Toolbar>
      <SearchBox
        label={t('common.search')}
        placeholder={t('chats.list.search')}
        value={search.search ?? ''}
        maxLength={limits.text.searchMax}
        onSearch={(text) => change({ search: text || undefined })}
      />
      <Select
        label={t('chats.list.show')}
        quiet
        value={search.filter ?? 'all'}
        options={filtersShown.map((filter) => ({ value: filter, label: t(`chats.list.filter.${filter}`) }))}
        onChange={({ target }) => change({ filter: filtersShown.find((filter) => filter === target.value && filter !== 'all') })}
      />
      <Select
        label={t('chats.list.assignee')}
        quiet
        value={search.assignee ?? ''}
        options={[
          { value: '', label: t('chats.list.anyone') },
          { value: 'none', label: t('chats.list.unassigned') },
          ...admins.map(({ id, name }) => ({ value: id, label: t('chats.list.assignedTo', { name }) })),
        ]}
        onChange={({ target }) => change({ assignee: target.value || undefined })}
      />
      <Select
        label={t('chats.list.sort')}
        quiet
        value={search.sort ?? 'newest'}
        options={sortsShown.map((sort) => ({ value: sort, label: t(`chats.list.sorts.${sort}`) }))}
        onChange={({ target }) => change({ sort: sortsShown.find((sort) => sort === target.value && sort !== 'newest') })}
      />
    </Toolbar>
  )
}
