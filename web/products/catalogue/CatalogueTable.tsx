import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import type { Shows } from '#web/platform/queries/use-columns.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import css from '#web/products/catalogue/Catalogue.module.css'
import type { CatalogueColumn, CatalogueSort } from '#web/products/catalogue/catalogue-search.ts'
import { MoveManyButton, MoveProductsDialog } from '#web/products/MoveProductsDialog.tsx'
import { useAskAboutTicked } from '#web/products/use-ask-about-ticked.ts'
import { SelectionBar, tickColumn } from '#web/ui/Selection.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Day } from '#web/ui/Time.tsx'

type Props = {
  rows: readonly ProductRow[]
  sort: CatalogueSort
  onSort: (sort: CatalogueSort) => void
  shows: Shows<CatalogueColumn>
}

/** The products of the catalogue, one per row, or per card on a narrow screen. */
export function CatalogueTable({ rows, sort, onSort, shows }: Props) {
  const money = useMoney()
  const { ticks, selected, asked, ask } = useAskAboutTicked<'archive'>(rows)
  return (
    <>
      {asked && <MoveProductsDialog {...asked.props} move="archive" text={t('catalogue.archiveText')} />}
      <RowsTable
        wide="narrow"
        {...{ rows, sort, onSort }}
        initialSort="newest"
        columns={[
          tickColumn(ticks, ({ title }: ProductRow) => title),
          {
            label: t('products.column.product'),
            sorts: { ascending: 'title' },
            className: 'main-cell wide-cell',
            bare: true,
            cell: (row) => <What row={row} seller={shows('seller') && <Seller of={row.seller} />} />,
          },
          shows('seller') && {
            label: t('fields.seller'),
            className: `${css.seller} wide-cell`,
            bare: true,
            roomy: true,
            cell: ({ seller }) => <Seller of={seller} />,
          },
          shows('price') && {
            label: t('products.column.price'),
            sorts: { ascending: 'price', descending: '-price' },
            kind: 'number',
            cell: ({ price }) => (price === null ? '–' : money(price)),
          },
          shows('stock') && {
            label: t('products.column.stock'),
            sorts: { ascending: 'stock', descending: '-stock' },
            kind: 'number',
            cell: ({ stock }) => (stock === null ? '–' : stock.toLocaleString('en')),
          },
          { label: t('common.status'), cell: ({ status }) => <StatusTag status={status} /> },
          shows('created') && {
            label: t('fields.created'),
            roomy: true,
            sorts: { descending: 'newest' },
            cell: ({ created_at }) => <Day at={created_at} />,
          },
        ]}
      />
      <SelectionBar ticks={ticks}>
        <MoveManyButton move="archive" products={selected} onClick={() => ask('archive')} />
      </SelectionBar>
    </>
  )
}

const Seller = ({ of: seller }: { of: ProductRow['seller'] }) =>
  seller ? <PersonLine of={seller} /> : <span className="muted">{t('approval.noSeller')}</span>

/** A product, with its seller where that has no column. */
const What = ({ row: { id, title, images, category, sku }, seller }: { row: ProductRow; seller: ReactNode }) => (
  <div className="line gap-12">
    <Cover image={images[0]} />
    <div className="shrinks">
      <div className="strong breaks inherits">
        <Link to="/admin/products/$id" params={{ id }} className="opens-row">
          {title}
        </Link>
      </div>
      <div className="aside breaks">
        <Dotted>
          {category}
          {sku}
        </Dotted>
      </div>
      {seller && <div className="not-roomy aside">{seller}</div>}
    </div>
  </div>
)
