import { type ChatSearch, filtersShown, sortsShown } from '#web/chats/inbox/chat-search.ts'
import { useAssignees } from '#web/chats/inbox/use-assignees.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { choiceOf, Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'

type Props = { search: ChatSearch; change: (to: Partial<ChatSearch>) => void }

/** The filters of the list of chats. */
export function ChatsToolbar({ search, change }: Props) {
  const admins = useAssignees()
  const { text } = filtersOf(search, change)
  return (
    <Filters
      search={text(t('common.search'), t('chats.list.search'))}
      choices={[
        choiceOf({
          label: t('chats.list.show'),
          value: search.filter ?? 'all',
          options: filtersShown.map((filter) => ({ value: filter, label: t(`chats.list.filter.${filter}`) })),
          choose: (filter) => change({ filter: filter === 'all' ? undefined : filter }),
        }),
        choiceOf({
          label: t('chats.list.assignee'),
          all: t('chats.list.anyone'),
          value: search.assignee,
          options: [
            { value: 'none', label: t('chats.list.unassigned') },
            ...admins.map(({ id, name }) => ({ value: id, label: t('chats.list.assignedTo', { name }) })),
          ],
          choose: (assignee) => change({ assignee }),
        }),
      ]}
      sort={choiceOf({
        label: t('chats.list.sort'),
        value: search.sort ?? 'newest',
        options: sortsShown.map((sort) => ({ value: sort, label: t(`chats.list.sorts.${sort}`) })),
        choose: (sort) => change({ sort: sort === 'newest' ? undefined : sort }),
      })}
      clear={() => change({ assignee: undefined })}
      tools={<SavedViewsMenu list="/admin/chats" />}
    />
  )
}
