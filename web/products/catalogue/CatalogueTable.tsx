import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import type { Shows } from '#web/platform/queries/use-columns.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { ArchiveProductsDialog } from '#web/products/ArchiveProductsDialog.tsx'
import css from '#web/products/catalogue/Catalogue.module.css'
import type { CatalogueColumn, CatalogueSort } from '#web/products/catalogue/catalogue-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar, TickCell, type Ticked, TickHead, useTicked } from '#web/ui/Selection.tsx'
import { SortHead } from '#web/ui/SortHead.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Day } from '#web/ui/Time.tsx'

type Props = {
  rows: readonly ProductRow[]
  sort: CatalogueSort
  onSort: (sort: CatalogueSort) => void
  shows: Shows<CatalogueColumn>
}

/** The products of the catalogue, one per row, or per card on a narrow screen. */
export function CatalogueTable({ rows, sort, onSort, shows }: Props) {
  const head = { sort, onSort }
  const ticks = useTicked(rows.map(({ id }) => id))
  const [asked, ask] = useState<readonly ProductRow[] | null>(null)
  return (
    <>
      {asked && (
        <ArchiveProductsDialog
          products={asked}
          text={t('catalogue.archiveText')}
          onClose={() => ask(null)}
          onLeft={(products) => {
            ticks.set(products.map(({ id }) => id))
            // The dialog may be closed by now.
            ask((now) => (now !== asked ? now : products.length > 0 ? products : null))
          }}
        />
      )}
      <Table
        wide
        className={css.table}
        heads={[
          <TickHead key="tick" ticks={ticks} />,
          <SortHead key="title" label={t('products.column.product')} ascending="title" {...head} />,
          shows('seller') && t('users.onlySeller.label'),
          shows('price') && <SortHead key="price" label={t('products.column.price')} ascending="price" descending="-price" end {...head} />,
          shows('stock') && <SortHead key="stock" label={t('products.column.stock')} ascending="stock" descending="-stock" end {...head} />,
          t('products.column.status'),
          shows('created') && <SortHead key="created" label={t('catalogue.created')} descending="newest" {...head} />,
        ]}
      >
        {rows.map((row) => (
          <CatalogueRow key={row.id} row={row} ticks={ticks} shows={shows} />
        ))}
      </Table>
      <SelectionBar ticks={ticks}>
        <Button onClick={() => ask(rows.filter(({ id }) => ticks.ticked.includes(id)))}>
          {t('products.many.archive', { count: ticks.ticked.length })}
        </Button>
      </SelectionBar>
    </>
  )
}

function CatalogueRow({ row, ticks, shows }: { row: ProductRow; ticks: Ticked } & Pick<Props, 'shows'>) {
  const money = useMoney()
  return (
    <tr>
      <TickCell ticks={ticks} id={row.id} name={row.title} />
      <td className="main-cell wide-cell">
        <div className="line gap-12">
          <Cover image={row.images[0]} />
          <div className="shrinks">
            <div className="strong breaks inherits">
              <Link to="/admin/products/$id" params={{ id: row.id }} className="opens-row">
                {row.title}
              </Link>
            </div>
            <div className="aside breaks">{[row.category, row.sku].filter(Boolean).join(' · ')}</div>
          </div>
        </div>
      </td>
      {shows('seller') && (
        <td data-label={t('users.onlySeller.label')} className={css.seller}>
          {row.seller ? <PersonLine of={row.seller} /> : <span className="muted">{t('approval.noSeller')}</span>}
        </td>
      )}
      {shows('price') && (
        <td data-label={t('products.column.price')} className="number">
          {row.price === null ? '–' : money(row.price)}
        </td>
      )}
      {shows('stock') && (
        <td data-label={t('products.column.stock')} className="number">
          {row.stock === null ? '–' : row.stock.toLocaleString('en')}
        </td>
      )}
      <td data-label={t('products.column.status')}>
        <StatusTag status={row.status} />
      </td>
      {shows('created') && (
        <td data-label={t('catalogue.created')}>
          <Day at={row.created_at} />
        </td>
      )}
    </tr>
  )
}
