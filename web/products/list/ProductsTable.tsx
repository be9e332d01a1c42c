import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ItemFailures } from '#web/platform/loading/ItemFailures.tsx'
import { eachItem } from '#web/platform/queries/each-item.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { ChangeProductsDialog } from '#web/products/list/ChangeProductsDialog.tsx'
import css from '#web/products/list/ProductsTable.module.css'
import { ProductTableRow } from '#web/products/list/ProductTableRow.tsx'
import type { ProductSort } from '#web/products/list/product-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar, TickHead, useTicked } from '#web/ui/Selection.tsx'
import { SortHead } from '#web/ui/SortHead.tsx'
import { Table } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = { rows: ProductRow[]; sort: ProductSort; onSort: (sort: ProductSort) => void; onDelete: (row: ProductRow) => void }

/** The list of products: shown as cards on a narrow screen, always a table for assistive technology. */
export function ProductsTable({ rows, sort, onSort, onDelete }: Props) {
  const head = { sort, onSort }
  const queries = useQueryClient()
  const ticks = useTicked(rows.map(({ id }) => id))
  const [changing, setChanging] = useState<readonly ProductRow[] | null>(null)
  const archive = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const failures = await eachItem(
        ids.map((id) => ({ id })),
        ({ id }) => client.products.archive({ id }),
      )
      await queries.invalidateQueries({ queryKey: rpc.products.key() })
      return failures
    },
    onSuccess: (failures, ids) => {
      if (ids.length > failures.size) toast(t('products.many.archived', { count: ids.length - failures.size }))
      ticks.set([...failures.keys()])
    },
  })
  return (
    <>
      <ItemFailures failures={archive.data ?? null} nameOf={(id) => rows.find((row) => row.id === id)?.title ?? id} />
      {changing && (
        <ChangeProductsDialog
          products={changing}
          onClose={() => setChanging(null)}
          onLeft={(left) => {
            ticks.set(left.map(({ id }) => id))
            // The dialog may be closed by now.
            setChanging((now) => (now !== changing ? now : left.length > 0 ? left : null))
          }}
        />
      )}
      <Table
        className={css.table}
        wide
        heads={[
          <TickHead key="tick" ticks={ticks} />,
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
          <ProductTableRow key={row.id} row={row} ticks={ticks} onDelete={onDelete} />
        ))}
      </Table>
      <SelectionBar ticks={ticks}>
        <Button onClick={() => setChanging(rows.filter(({ id }) => ticks.ticked.includes(id)))}>{t('products.many.open')}</Button>
        <Button busy={archive.isPending} onClick={() => archive.mutate(ticks.ticked)}>
          {t('products.actions.archive')}
        </Button>
      </SelectionBar>
    </>
  )
}
