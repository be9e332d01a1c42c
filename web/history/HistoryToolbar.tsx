import { useQuery } from '@tanstack/react-query'
import { shopAndName } from '#domain/person-names.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import { decisionsShown, type HistorySearch, readHistorySearch, typesShown } from '#web/history/history-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { dayFilter } from '#web/platform/queries/day-filter.tsx'
import { choiceOf, Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useAdmins } from '#web/platform/session/use-admins.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'

type Props = { search: HistorySearch; change: (to: HistorySearch) => void }

const types = typesShown.map((value) => ({ value, label: t(`history.types.${value}`) }))
const decisions = decisionsShown.map((value) => ({ value, label: t(`history.decisions.${value}`) }))
const codes = rejectionCodes.map((value) => ({ value, label: t(`approval.reasons.${value}`) }))

/** The filters of the history. */
export function HistoryToolbar({ search, change }: Props) {
  const set = (to: Record<string, unknown>) => change(readHistorySearch({ ...search, ...to }))
  const { by } = search
  const admins = useAdmins()
  const days = dayFilter({ label: t('common.days'), chosen: search, today: useToday(), change: set })
  const person = useQuery(rpc.users.get.queryOptions({ input: { id: by ?? '' }, enabled: by !== undefined, retry: false }))
  const { text, choice } = filtersOf(search, set)
  // A link or a saved view may name a person who is no active admin.
  const other = by !== undefined &&
    !admins.some(({ id }) => id === by) && { id: by, name: person.data ? shopAndName(person.data) : t('history.onePerson') }
  return (
    <Filters
      search={text(t('common.search'), t('history.searchHint'))}
      choices={[
        choice('type', { label: t('common.type'), all: t('common.allTypes'), options: types }),
        {
          label: t('history.by'),
          all: t('history.everyone'),
          value: by,
          options: [...admins, ...(other ? [other] : [])].map(({ id, name }) => ({ value: id, label: name })),
          choose: (chosen) => set({ by: chosen }),
          person: person.data,
        },
        choiceOf({
          label: t('history.decision'),
          all: t('history.allDecisions'),
          value: search.decision ?? (search.code && 'rejected'),
          options: decisions,
          choose: (decision) => set({ decision, code: undefined }),
        }),
        ...(search.decision === 'rejected' || search.code
          ? [choice('code', { label: t('history.code'), all: t('history.allCodes'), options: codes })]
          : []),
      ]}
      active={[days.active]}
      clear={() => change({ search: search.search })}
      tools={<SavedViewsMenu list="/admin/history" />}
    >
      {days.control}
    </Filters>
  )
}
