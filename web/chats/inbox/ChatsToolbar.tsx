import { useQuery } from '@tanstack/react-query'
import { type ChatSearch, filtersShown, scoresShown, sortsShown } from '#web/chats/inbox/chat-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { choiceOf, Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useAdmins } from '#web/platform/session/use-admins.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'

type Props = { search: ChatSearch; change: (to: Partial<ChatSearch>) => void }

/** The filters of the list of chats. */
export function ChatsToolbar({ search, change }: Props) {
  const admins = useAdmins()
  const { text, choice } = filtersOf(search, change)
  const isRated = search.filter === 'rated'
  const { data: ratings } = useQuery(rpc.chats.ratings.queryOptions({ enabled: isRated }))
  const inMonth = search.ratedIn ? ratings?.months.find(({ month }) => month === search.ratedIn) : ratings
  return (
    <>
      <Filters
        search={text(t('common.search'), t('chats.list.search'))}
        choices={[
          choiceOf({
            label: t('chats.list.show'),
            value: search.filter ?? 'all',
            options: filtersShown.map((filter) => ({ value: filter, label: t(`chats.list.filter.${filter}`) })),
            choose: (filter) => change({ filter: filter === 'all' ? undefined : filter, ratedIn: undefined, score: undefined }),
          }),
          choiceOf({
            label: t('chats.inbox.assignee'),
            all: t('chats.list.anyone'),
            value: search.assignee,
            options: [
              { value: 'none', label: t('chats.inbox.unassigned') },
              ...admins.map(({ id, name }) => ({ value: id, label: t('chats.list.assignedTo', { name }) })),
            ],
            choose: (assignee) => change({ assignee }),
          }),
          ...(isRated
            ? [
                choice('ratedIn', {
                  label: t('chats.rating.month'),
                  all: t('chats.rating.allMonths'),
                  options: (ratings?.months ?? []).map((month) => ({ value: month.month, label: average(monthName(month.month), month) })),
                }),
                choice('score', {
                  label: t('chats.rating.score'),
                  all: t('chats.rating.allScores'),
                  options: scoresShown.map((score) => ({
                    value: score,
                    label: t('chats.rating.scoreCount', { score, count: inMonth?.scores[Number(score) - 1] ?? 0 }),
                  })),
                }),
              ]
            : []),
        ]}
        sort={choiceOf({
          label: t('common.sortBy'),
          value: search.sort ?? 'newest',
          options: sortsShown.map((sort) => ({ value: sort, label: t(`chats.list.sorts.${sort}`) })),
          choose: (sort) => change({ sort: sort === 'newest' ? undefined : sort }),
        })}
        clear={() => change({ assignee: undefined, ratedIn: undefined, score: undefined })}
        tools={<SavedViewsMenu list="/admin/chats" />}
      />
      {/* The line is there from the start, so that the list does not move. */}
      {isRated && (
        <p className="aside">{inMonth ? average(search.ratedIn ? monthName(search.ratedIn) : t('chats.rating.all'), inMonth) : '\u00a0'}</p>
      )}
    </>
  )
}

type Figures = { count: number; average: number | null }

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 2026: 4.6 of 5 (12)"; the name alone without ratings. */
const average = (name: string, { count, average }: Figures = { count: 0, average: null }): string =>
  average === null ? name : t('chats.rating.average', { name, average: number.format(average), count })

/** "November 2026" for `2026-11`. */
const monthName = (of: string): string => month.format(new Date(`${of}-01T00:00Z`))
