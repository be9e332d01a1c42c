import { useQuery } from '@tanstack/react-query'
import { withDays } from '#domain/day-presets.ts'
import { shopAndName } from '#domain/person-names.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import { HistoryList } from '#web/history/HistoryList.tsx'
import { decisionsShown, type HistorySearch, readHistorySearch, typesShown } from '#web/history/history-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { dayFilter } from '#web/platform/queries/day-filter.tsx'
import { ExportLink } from '#web/platform/queries/ExportLink.tsx'
import { choiceOf, Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { useListSearch } from '#web/platform/queries/use-list-search.ts'
import { usePagedQuery, usePages } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useAdmins } from '#web/platform/session/use-admins.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'
import IconHistory from '#web/ui/icons/IconHistory.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** `/admin/history`: all events, newest first (product §6). */
export function HistoryPage() {
  const [{ pages = 1, ...search }, go] = useListSearch('/admin/history')
  const filters = withDays(search, useToday())
  const list = usePagedQuery(rpc.history.list, filters)
  const rows = usePages(list, pages)
  const filtered = Object.values(search).some((value) => value !== undefined)
  return (
    <>
      <PageHeader
        title={t('titles.history')}
        lead={t('history.lead')}
        actions={<ExportLink href={`/api/history/export.csv${stringifySearch(filters)}`} />}
      />
      <HistoryToolbar search={search} change={go} />
      <Panel flush>
        {list.data?.pages[0]?.isPartial && (
          <div className="panel-tools">
            <Note tone="warn">{t('history.partial')}</Note>
          </div>
        )}
        <PagedRows
          list={list}
          rows={rows}
          empty={{ filtered, clear: () => go({}), icon: IconHistory, title: t('history.emptyTitle'), text: t('history.emptyText') }}
          more={(shown) => go({ ...search, pages: shown })}
        >
          {(entries) => <HistoryList entries={entries} />}
        </PagedRows>
      </Panel>
    </>
  )
}

type Props = { search: HistorySearch; change: (to: HistorySearch) => void }

const types = typesShown.map((value) => ({ value, label: t(`history.types.${value}`) }))
const decisions = decisionsShown.map((value) => ({ value, label: t(`history.decisions.${value}`) }))
const codes = rejectionCodes.map((value) => ({ value, label: t(`approval.reasons.${value}`) }))

/** The filters of the history. */
function HistoryToolbar({ search, change }: Props) {
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
