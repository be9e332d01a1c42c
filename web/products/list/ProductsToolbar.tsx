import { t } from '#web/platform/i18n/messages.ts'
import { Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { type ProductSearch, sortsShown, statusesShown } from '#web/products/list/product-search.ts'

type Props = { search: ProductSearch; change: (to: Partial<ProductSearch>) => void }

/** The filters and the sort order of the list. Column heads sort too, but not by age, and cards on a narrow screen have none. */
export function ProductsToolbar({ search, change }: Props) {
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`products.status.${status}`) }))
  const sorts = sortsShown.map((sort) => ({ value: sort, label: t(`products.sort.${sort}`) }))
  const { text, choice } = filtersOf(search, change)
  return (
    <Filters
      search={text(t('common.search'), t('products.searchHint'))}
      choices={[choice('status', { label: t('common.status'), all: t('common.allStatuses'), options: statuses })]}
      sort={choice('sort', { label: t('common.sortBy'), usual: 'newest', options: sorts })}
      clear={() => change({ status: undefined })}
    />
  )
}
