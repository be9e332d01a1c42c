import type { Person } from '#domain/person.ts'
import { shopAndName } from '#domain/person-names.ts'
import { sortsShown, statusesShown, usualSort } from '#web/approval/queue/queue-search.ts'
import type { QueueState } from '#web/approval/queue/use-queue-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { type ActiveFilter, Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { useCategoryFilter } from '#web/product-views/use-category-filter.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'

const statuses = statusesShown.map((value) => ({ value, label: t(`products.status.${value}`) }))

/** The filters and the sort order of the queue. */
export function QueueToolbar({ queue, seller }: { queue: QueueState; seller: Person | null }) {
  const { search, narrow } = queue
  // Decided products no longer wait, but this order still sorts them by the time of submission.
  const waits = (search.status ?? 'pending') === 'pending'
  const sorts = sortsShown.map((value) => ({ value, label: t(`approval.sort.${value === 'waiting' && !waits ? 'oldest' : value}`) }))
  const category = useCategoryFilter(search.category, (chosen) => narrow({ category: chosen }))
  const { text, choice } = filtersOf(search, narrow)
  return (
    <Filters
      search={text(t('common.search'), t('approval.searchHint'))}
      choices={[choice('status', { label: t('common.status'), usual: 'pending', options: statuses }), category]}
      sort={choice('sort', { label: t('common.sortBy'), usual: usualSort(search.status) ?? 'waiting', options: sorts })}
      active={[onlySeller(search.seller, seller, () => narrow({ seller: undefined }))]}
      clear={() => narrow({ category: undefined, seller: undefined })}
      tools={<SavedViewsMenu list="/admin/product-approval" />}
    />
  )
}

/** The filter by seller, set by the opened item. */
export const onlySeller = (chosen: string | undefined, seller: Person | null, clear: () => void): ActiveFilter | false =>
  chosen !== undefined && {
    ...{ label: t('fields.seller'), name: seller ? shopAndName(seller) : t('users.onlySeller.one') },
    ...{ person: seller ?? undefined, clear },
  }
