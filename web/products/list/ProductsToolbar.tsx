import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { type ProductSearch, sortsShown, statusesShown } from '#web/products/list/product-search.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Toolbar } from '#web/ui/Toolbar.tsx'

type Props = { search: ProductSearch; change: (to: Partial<ProductSearch>) => void }

/** The filters and the sort order of the list. Column heads sort too, but not by age, and cards on a narrow screen have none. */
export function ProductsToolbar({ search, change }: Props) {
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`products.status.${status}`) }))
  const sorts = sortsShown.map((sort) => ({ value: sort, label: t(`products.sort.${sort}`) }))
  return (
    <Toolbar>
      <SearchBox
        label={t('products.search')}
        placeholder={t('products.searchHint')}
        value={search.search ?? ''}
        maxLength={limits.text.searchMax}
        onSearch={(text) => change({ search: text || undefined })}
      />
      <Select
        label={t('products.status.label')}
        quiet
        value={search.status ?? ''}
        options={[{ value: '', label: t('products.status.all') }, ...statuses]}
        onChange={({ target }) => change({ status: statuses.find(({ value }) => value === target.value)?.value })}
      />
      <Select
        label={t('products.sortBy')}
        quiet
        value={search.sort ?? 'newest'}
        options={sorts}
        onChange={({ target }) => change({ sort: sorts.find(({ value }) => value === target.value)?.value })}
      />
    </Toolbar>
  )
}
