import { useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { Shows } from '#web/platform/queries/use-columns.tsx'
import { ArchiveProductsDialog } from '#web/products/ArchiveProductsDialog.tsx'
import { ChangeProductsDialog } from '#web/products/list/ChangeProductsDialog.tsx'
import css from '#web/products/list/ProductsTable.module.css'
import { ProductTableRow } from '#web/products/list/ProductTableRow.tsx'
import type { ProductColumn, ProductSort } from '#web/products/list/product-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar, TickHead, useTicked } from '#web/ui/Selection.tsx'
import { SortHead } from '#web/ui/SortHead.tsx'
import { Table } from '#web/ui/Table.tsx'

type Props = {
  rows: ProductRow[]
  sort: ProductSort
  onSort: (sort: ProductSort) => void
  onDelete: (row: ProductRow) => void
  shows: Shows<ProductColumn>
}

/** The list of products: shown as cards on a narrow screen, always a table for assistive technology. */
export function ProductsTable({ rows, sort, onSort, onDelete, shows }: Props) {
  const head = { sort, onSort }
  const ticks = useTicked(rows.map(({ id }) => id))
  const [asked, ask] = useState<{ to: 'change' | 'archive'; products: readonly ProductRow[] } | null>(null)
  const askTo = (to: 'change' | 'archive') => ask({ to, products: rows.filter(({ id }) => ticks.ticked.includes(id)) })
  const asks = asked && {
    products: asked.products,
    onClose: () => ask(null),
    onLeft: (products: readonly ProductRow[]) => {
      ticks.set(products.map(({ id }) => id))
      // The dialog may be closed by now.
      ask((now) => (now !== asked ? now : products.length > 0 ? { ...asked, products } : null))
    },
  }
  return (
    <>
      {asks && asked.to === 'change' && <ChangeProductsDialog {...asks} />}
      {asks && asked.to === 'archive' && <ArchiveProductsDialog {...asks} text={t('products.many.archiveText')} />}
      <Table
        className={css.table}
        wide
        heads={[
          <TickHead key="tick" ticks={ticks} />,
          <SortHead key="title" label={t('products.column.product')} ascending="title" {...head} />,
          shows('price') && <SortHead key="price" label={t('products.column.price')} ascending="price" descending="-price" end {...head} />,
          shows('stock') && <SortHead key="stock" label={t('products.column.stock')} ascending="stock" descending="-stock" end {...head} />,
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
          <ProductTableRow key={row.id} row={row} ticks={ticks} shows={shows} onDelete={onDelete} />
        ))}
      </Table>
      <SelectionBar ticks={ticks}>
        <Button onClick={() => askTo('change')}>{t('products.many.open')}</Button>
        <Button onClick={() => askTo('archive')}>{t('products.many.archive', { count: ticks.ticked.length })}</Button>
      </SelectionBar>
    </>
  )
}
