import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/products/list/ProductsTable.module.css'
import { ProductTableRow } from '#web/products/list/ProductTableRow.tsx'
import type { ProductSort } from '#web/products/list/product-search.ts'
import { SortHead } from '#web/ui/SortHead.tsx'
import table from '#web/ui/table.module.css'

type Props = { rows: ProductRow[]; sort: ProductSort; onSort: (sort: ProductSort) => void; onDelete: (row: ProductRow) => void }

/** The list of products: shown as cards on a narrow screen, always a table for assistive technology. */
export function ProductsTable({ rows, sort, onSort, onDelete }: Props) {
  const head = { sort, onSort }
  return (
    <table className={`${table.table} ${table.dense} ${css.table} plain-table`}>
      <thead>
        <tr>
          <SortHead label={t('products.column.product')} ascending="title" {...head} />
          <SortHead label={t('products.column.price')} ascending="price" descending="-price" end {...head} />
          <SortHead label={t('products.column.stock')} ascending="stock" descending="-stock" end {...head} />
          <th scope="col">{t('products.column.status')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('products.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ProductTableRow key={row.id} row={row} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  )
}
