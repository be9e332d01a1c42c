import { useQuery } from '@tanstack/react-query'
import { shopAndName } from '#domain/person-names.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import css from '#web/history/HistoryPage.module.css'
import { decisionsShown, type HistorySearch, readHistorySearch, typesShown } from '#web/history/history-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ChoiceFilter, SearchFilter } from '#web/platform/queries/Filters.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { DayRange } from '#web/ui/DayRange.tsx'
import { OnlyOf } from '#web/ui/OnlyOf.tsx'

type Props = { search: HistorySearch; change: (to: HistorySearch) => void }

const types = typesShown.map((value) => ({ value, label: t(`history.types.${value}`) }))
const decisions = decisionsShown.map((value) => ({ value, label: t(`history.decisions.${value}`) }))
const codes = rejectionCodes.map((value) => ({ value, label: t(`approval.reasons.${value}`) }))

/** The filters of the history. */
export function HistoryToolbar({ search, change }: Props) {
  const set = (to: Record<string, unknown>) => change(readHistorySearch({ ...search, ...to }))
  return (
    <div className={`${css.tools} row filters`}>
      <div className="whole">
        <SearchFilter
          label={t('history.search')}
          hint={t('history.searchHint')}
          value={search.search}
          onSearch={(text) => set({ search: text })}
        />
      </div>
      <ChoiceFilter
        labelled
        label={t('history.type')}
        all={t('history.allTypes')}
        value={search.type}
        options={types}
        onChoose={(type) => set({ type })}
      />
      <ChoiceFilter
        labelled
        label={t('history.decision')}
        all={t('history.allDecisions')}
        value={search.decision ?? (search.code && 'rejected')}
        options={decisions}
        onChoose={(decision) => set({ decision, code: undefined })}
      />
      {(search.decision === 'rejected' || search.code) && (
        <ChoiceFilter
          labelled
          label={t('history.code')}
          all={t('history.allCodes')}
          value={search.code}
          options={codes}
          onChoose={(code) => set({ code })}
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
  return (
    <OnlyOf
      label={t('history.by')}
      name={person.data ? shopAndName(person.data) : t('history.onePerson')}
      all={t('history.everybody')}
      clear={clear}
    />
  )
}
