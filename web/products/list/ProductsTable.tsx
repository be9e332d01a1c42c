import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/products/list/ProductsTable.module.css'
import { ProductTableRow } from '#web/products/list/ProductTableRow.tsx'
import type { ProductSort } from '#web/products/list/product-search.ts'
import { SortHead } from '#web/ui/SortHead.tsx'
import { Table } from '#web/ui/Table.tsx'

type Props = { rows: ProductRow[]; sort: ProductSort; onSort: (sort: ProductSort) => void; onDelete: (row: ProductRow) => void }

/** The list of products: shown as cards on a narrow screen, always a table for assistive technology. */
export function ProductsTable({ rows, sort, onSort, onDelete }: Props) {
  const head = { sort, onSort }
  return (
    <Table
      className={css.table}
      wide
      heads={[
        <SortHead key="title" label={t('products.column.product')} ascending="title" {...head} />,
        <SortHead key="price" label={t('products.column.price')} ascending="price" descending="-price" end {...head} />,
        <SortHead key="stock" label={t('products.column.stock')} ascending="stock" descending="-stock" end {...head} />,
        <SortHead
          key="status"
          label={t('products.column.status')}
          below={{ label: t('products.column.updated'), descending: 'updated' }}
          {...head}
        />,
        { unseen: t('products.column.actions') },
      ]}
    >
      {rows.map((row) => (
        <ProductTableRow key={row.id} row={row} onDelete={onDelete} />
      ))}
    </Table>
  )
}
