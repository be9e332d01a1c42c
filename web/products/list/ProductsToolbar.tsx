import { t } from '#web/platform/i18n/messages.ts'
import { ChoiceFilter, SearchFilter } from '#web/platform/queries/Filters.tsx'
import { type ProductSearch, sortsShown, statusesShown } from '#web/products/list/product-search.ts'
import { Toolbar } from '#web/ui/Toolbar.tsx'

type Props = { search: ProductSearch; change: (to: Partial<ProductSearch>) => void }

/** The filters and the sort order of the list. Column heads sort too, but not by age, and cards on a narrow screen have none. */
export function ProductsToolbar({ search, change }: Props) {
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`products.status.${status}`) }))
  const sorts = sortsShown.map((sort) => ({ value: sort, label: t(`products.sort.${sort}`) }))
  return (
    <Toolbar>
      <SearchFilter
        label={t('products.search')}
        hint={t('products.searchHint')}
        value={search.search}
        onSearch={(text) => change({ search: text })}
      />
      <ChoiceFilter
        label={t('products.status.label')}
        all={t('products.status.all')}
        value={search.status}
        options={statuses}
        onChoose={(status) => change({ status })}
      />
      <ChoiceFilter label={t('products.sortBy')} value={search.sort ?? 'newest'} options={sorts} onChoose={(sort) => change({ sort })} />
    </Toolbar>
  )
}
