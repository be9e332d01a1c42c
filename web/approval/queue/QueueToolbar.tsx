import type { Person } from '#domain/person.ts'
import { shopAndName } from '#domain/person-names.ts'
import type { ListPath } from '#domain/routes.ts'
import { type QueueSort, usualSort } from '#web/approval/queue/queue-search.ts'
import type { QueueState } from '#web/approval/queue/use-queue-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { type Choice, Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { useCategoryFilter } from '#web/product-views/use-category-filter.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'

type Props = {
  queue: QueueState
  /** Those that are listed: among them is the seller that the queue is filtered by. */
  rows: readonly { seller_id: string | null; seller: Person | null }[]
  hint: string
  statuses: readonly { value: string; label: string }[]
  sorts: readonly QueueSort[]
  /** A further filter. */
  choice?: Choice
  list: ListPath
}

/** The filters and the sort order of a queue. */
export function QueueToolbar({ queue: { search, status, narrow }, rows, hint, statuses, sorts, choice: further, list }: Props) {
  // Decided items no longer wait, but this order still sorts them by the time of submission.
  const nameOf = (sort: QueueSort) => t(`sorts.${sort === 'waiting' && status !== 'pending' ? 'oldest' : sort}`)
  const category = useCategoryFilter(search.category, (chosen) => narrow({ category: chosen }))
  const { text, choice } = filtersOf(search, narrow)
  const seller = rows.find(({ seller_id }) => seller_id === search.seller)?.seller
  return (
    <Filters
      search={text(t('common.search'), hint)}
      choices={[
        choice('status', { label: t('common.status'), usual: 'pending', options: statuses }),
        ...(further ? [further] : []),
        category,
      ]}
      sort={choice('sort', {
        label: t('common.sortBy'),
        usual: usualSort(status) ?? 'waiting',
        options: sorts.map((value) => ({ value, label: nameOf(value) })),
      })}
      active={[
        // Set by the opened item.
        search.seller !== undefined && {
          label: t('fields.seller'),
          name: seller ? shopAndName(seller) : t('users.onlySeller.one'),
          person: seller ?? undefined,
          clear: () => narrow({ seller: undefined }),
        },
      ]}
      clear={() => narrow({ field: undefined, category: undefined, seller: undefined })}
      tools={<SavedViewsMenu list={list} />}
    />
  )
}
