import { useQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import css from '#web/history/HistoryPage.module.css'
import { decisionFilters, type HistorySearch, historyTypes, readHistorySearch } from '#web/history/history-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { DayRange } from '#web/ui/DayRange.tsx'
import { OnlyOf } from '#web/ui/OnlyOf.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'

type Props = { search: HistorySearch; change: (to: HistorySearch) => void }

const types = Object.keys(historyTypes) as (keyof typeof historyTypes)[]
const options = [{ value: '', label: t('history.allTypes') }, ...types.map((value) => ({ value, label: t(`history.types.${value}`) }))]

const decisions = Object.keys(decisionFilters) as (keyof typeof decisionFilters)[]
const decisionOptions = [
  { value: '', label: t('history.allDecisions') },
  ...decisions.map((value) => ({ value, label: t(`history.decisions.${value}`) })),
]
const codeOptions = [
  { value: '', label: t('history.allCodes') },
  ...rejectionCodes.map((value) => ({ value, label: t(`approval.reasons.${value}`) })),
]

/** The filters of the history. */
export function HistoryToolbar({ search, change }: Props) {
  const set = (to: Record<string, unknown>) => change(readHistorySearch({ ...search, ...to }))
  return (
    <div className={`${css.tools} row filters`}>
      <div className="whole">
        <SearchBox
          label={t('history.search')}
          placeholder={t('history.searchHint')}
          value={search.search ?? ''}
          maxLength={limits.text.searchMax}
          onSearch={(text) => set({ search: text })}
        />
      </div>
      <Select
        label={t('history.type')}
        options={options}
        value={search.type ?? ''}
        onChange={({ target }) => set({ type: target.value })}
      />
      <Select
        label={t('history.decision')}
        options={decisionOptions}
        value={search.decision ?? (search.code ? 'rejected' : '')}
        onChange={({ target }) => set({ decision: target.value, code: undefined })}
      />
      {(search.decision === 'rejected' || search.code) && (
        <Select
          label={t('history.code')}
          options={codeOptions}
          value={search.code ?? ''}
          onChange={({ target }) => set({ code: target.value })}
        />
      )}
      {search.by && <ByFilter by={search.by} clear={() => set({ by: undefined })} />}
      <DayRange range={search} change={set} />
    </div>
  )
}

/** The filter by actor, set by the link of a figure. */
function ByFilter({ by, clear }: { by: string; clear: () => void }) {
  const person = useQuery(rpc.users.get.queryOptions({ input: { id: by }, retry: false }))
  return <OnlyOf label={t('history.by')} name={person.data?.name ?? t('history.onePerson')} all={t('history.everybody')} clear={clear} />
}
