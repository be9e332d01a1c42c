import type { Person } from '#domain/person.ts'
import { CategoryFilter, OnlySeller } from '#web/approval/queue/Narrowing.tsx'
import { sortsShown, statusesShown } from '#web/approval/queue/queue-search.ts'
import type { QueueState } from '#web/approval/queue/use-queue-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ChoiceFilter, SearchFilter } from '#web/platform/queries/Filters.tsx'

const statuses = statusesShown.map((value) => ({ value, label: t(`products.status.${value}`) }))

/** The filters and the sort order of the queue. */
export function QueueToolbar({ queue, seller }: { queue: QueueState; seller: Person | null }) {
  const { search, narrow } = queue
  // Decided products no longer wait, but this order still sorts them by the time of submission.
  const waits = (search.status ?? 'pending') === 'pending'
  const sorts = sortsShown.map((value) => ({ value, label: t(`approval.sort.${value === 'waiting' && !waits ? 'oldest' : value}`) }))
  return (
    <>
      <SearchFilter
        label={t('approval.search')}
        hint={t('approval.searchHint')}
        value={search.search}
        onSearch={(text) => narrow({ search: text })}
      />
      <ChoiceFilter
        label={t('approval.status')}
        value={search.status ?? 'pending'}
        options={statuses}
        onChoose={(status) => narrow({ status })}
      />
      <CategoryFilter value={search.category} onChoose={(category) => narrow({ category })} />
      <ChoiceFilter label={t('approval.sortBy')} value={search.sort ?? 'waiting'} options={sorts} onChoose={(sort) => narrow({ sort })} />
      {search.seller && <OnlySeller seller={seller} onClear={() => narrow({ seller: undefined })} />}
    </>
  )
}
