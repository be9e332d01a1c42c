import { Link } from '@tanstack/react-router'
import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import css from '#web/products/catalogue/Catalogue.module.css'
import type { CatalogueSort } from '#web/products/catalogue/catalogue-search.ts'
import { SortHead } from '#web/ui/SortHead.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Day } from '#web/ui/Time.tsx'

type Props = {
  rows: readonly ProductRow[]
  ticked: ReadonlySet<string>
  tick: (id: string) => void
  sort: CatalogueSort
  onSort: (sort: CatalogueSort) => void
}

/** The products of the catalogue, one per row, or per card on a narrow screen. */
export function CatalogueTable({ rows, ticked, tick, sort, onSort }: Props) {
  const head = { sort, onSort }
  return (
    <Table
      wide
      className={css.table}
      heads={[
        { unseen: t('catalogue.selection') },
        <SortHead key="title" label={t('products.column.product')} ascending="title" {...head} />,
        t('users.onlySeller.label'),
        <SortHead key="price" label={t('products.column.price')} ascending="price" descending="-price" end {...head} />,
        <SortHead key="stock" label={t('products.column.stock')} ascending="stock" descending="-stock" end {...head} />,
        t('products.column.status'),
        <SortHead key="created" label={t('catalogue.created')} descending="newest" {...head} />,
      ]}
    >
      {rows.map((row) => (
        <CatalogueRow key={row.id} row={row} isTicked={ticked.has(row.id)} tick={tick} />
      ))}
    </Table>
  )
}

function CatalogueRow({ row, isTicked, tick }: { row: ProductRow; isTicked: boolean; tick: (id: string) => void }) {
  const money = useMoney()
  return (
    <tr>
      <td className={css.tick}>
        <label className="middle">
          <span className="visually-hidden">{t('catalogue.select', { title: row.title })}</span>
          <input className="check" type="checkbox" checked={isTicked} onChange={() => tick(row.id)} />
        </label>
      </td>
      <td className={`${css.product} wide-cell`}>
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
      <td data-label={t('users.onlySeller.label')} className={css.seller}>
        {row.seller ? <PersonLine of={row.seller} /> : <span className="muted">{t('approval.noSeller')}</span>}
      </td>
      <td data-label={t('products.column.price')} className="number">
        {row.price === null ? '–' : money(row.price)}
      </td>
      <td data-label={t('products.column.stock')} className="number">
        {row.stock === null ? '–' : row.stock.toLocaleString('en')}
      </td>
      <td data-label={t('products.column.status')}>
        <StatusTag status={row.status} />
      </td>
      <td data-label={t('catalogue.created')}>
        <Day at={row.created_at} />
      </td>
    </tr>
  )
}
