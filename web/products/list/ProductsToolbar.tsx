import { t } from '#web/platform/i18n/messages.ts'
import { choiceOf, Filters } from '#web/platform/queries/Filters.tsx'
import { type ProductSearch, sortsShown, statusesShown } from '#web/products/list/product-search.ts'

type Props = { search: ProductSearch; change: (to: Partial<ProductSearch>) => void }

/** The filters and the sort order of the list. Column heads sort too, but not by age, and cards on a narrow screen have none. */
export function ProductsToolbar({ search, change }: Props) {
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`products.status.${status}`) }))
  const sorts = sortsShown.map((sort) => ({ value: sort, label: t(`products.sort.${sort}`) }))
  return (
    <Filters
      search={{
        label: t('products.search'),
        hint: t('products.searchHint'),
        value: search.search,
        onSearch: (text) => change({ search: text }),
      }}
      choices={[
        choiceOf({
          label: t('products.status.label'),
          all: t('products.status.all'),
          value: search.status,
          options: statuses,
          choose: (status) => change({ status }),
        }),
      ]}
      sort={choiceOf({ label: t('products.sortBy'), value: search.sort ?? 'newest', options: sorts, choose: (sort) => change({ sort }) })}
      clear={() => change({ status: undefined })}
    />
  )
}
