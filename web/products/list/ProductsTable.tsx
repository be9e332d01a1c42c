import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { Shows } from '#web/platform/queries/use-columns.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { ChangeProductsDialog } from '#web/products/list/ChangeProductsDialog.tsx'
import css from '#web/products/list/ProductsTable.module.css'
import { Actions, Missing, ProductCell, StatusCell } from '#web/products/list/product-cells.tsx'
import type { ProductColumn, ProductSort } from '#web/products/list/product-search.ts'
import { MoveManyButton, type MoveOfMany, MoveProductsDialog } from '#web/products/MoveProductsDialog.tsx'
import { useAskAboutTicked } from '#web/products/use-ask-about-ticked.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar, tickColumn } from '#web/ui/Selection.tsx'
import { RowsTable } from '#web/ui/Table.tsx'

type Props = {
  rows: ProductRow[]
  sort: ProductSort
  onSort: (sort: ProductSort) => void
  onDelete: (row: ProductRow) => void
  shows: Shows<ProductColumn>
}

const movesOfMany: readonly MoveOfMany[] = ['submit', 'archive', 'delete']

/** The list of products: shown as cards on a narrow screen, always a table for assistive technology. */
export function ProductsTable({ rows, sort, onSort, onDelete, shows }: Props) {
  const money = useMoney()
  const { ticks, selected, asked, ask } = useAskAboutTicked<'change' | MoveOfMany>(rows)
  return (
    <>
      {asked?.question === 'change' && <ChangeProductsDialog {...asked.props} />}
      {asked && asked.question !== 'change' && <MoveProductsDialog {...asked.props} move={asked.question} />}
      <RowsTable
        wide="compact"
        className={css.table}
        {...{ rows, sort, onSort }}
        initialSort="newest"
        columns={[
          tickColumn(ticks, ({ title }: ProductRow) => title),
          {
            label: t('products.column.product'),
            sorts: { ascending: 'title', below: { label: t('fields.created'), ascending: 'oldest', descending: 'newest' } },
            className: `main-cell ${css.product}`,
            bare: true,
            cell: (row) => <ProductCell {...{ row, sort }} />,
          },
          shows('price') && {
            label: t('products.column.price'),
            sorts: { ascending: 'price', descending: '-price' },
            kind: 'number',
            cell: ({ price }) => (price === null ? <Missing text={t('products.noPrice')} /> : money(price)),
          },
          shows('stock') && {
            label: t('products.column.stock'),
            sorts: { ascending: 'stock', descending: '-stock' },
            kind: 'number',
            cell: ({ stock }) => stock?.toLocaleString('en') ?? <Missing text={t('products.noStock')} />,
          },
          {
            label: t('common.status'),
            sorts: { below: { label: t('products.column.updated'), descending: 'updated' } },
            bare: true,
            cell: (row) => <StatusCell row={row} />,
          },
          {
            label: t('common.actions'),
            kind: 'unseen',
            className: `${css.actions} number dims`,
            cell: (row) => <Actions row={row} onDelete={onDelete} />,
          },
        ]}
      />
      <SelectionBar ticks={ticks}>
        <Button aria-label={t('products.many.title')} onClick={() => ask('change')}>
          {t('products.form.selling')}
        </Button>
        {movesOfMany.map((move) => (
          <MoveManyButton key={move} move={move} products={selected} onClick={() => ask(move)} />
        ))}
      </SelectionBar>
    </>
  )
}
