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
      search={text(t('products.search'), t('products.searchHint'))}
      choices={[choice('status', { label: t('products.status.label'), all: t('products.status.all'), options: statuses })]}
      sort={choice('sort', { label: t('products.sortBy'), usual: 'newest', options: sorts })}
      clear={() => change({ status: undefined })}
    />
  )
}
