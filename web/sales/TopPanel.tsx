import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TopRow } from '#domain/sales.ts'
import type { SalesRange, TopOf } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { PersonLine } from '#web/platform/Person.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { CsvLink } from '#web/sales/CsvLink.tsx'
import { type To, toRows } from '#web/sales/rows-of.ts'
import css from '#web/sales/Sales.module.css'
import type { RowsOf } from '#web/sales/sales-search.ts'
import table from '#web/sales/Top.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** What sold best on these days; each figure links to its rows. */
export function TopPanel({ of, days }: { of: TopOf; days: SalesRange }) {
  const query = useQuery(rpc.sales.top.queryOptions({ input: { ...days, of }, placeholderData: keepPreviousData }))
  const name = t(`sales.top.${of}`)
  return (
    <Panel flush title={name} actions={<CsvLink href={`/api/sales/top.csv${stringifySearch({ of, ...days })}`} name={name} />}>
      <DataState query={query} loading={<Skeleton rows={5} />}>
        {({ rows }) => <TopTable head={t(`sales.topName.${of}`)} rows={rows} to={(figure, row) => toRows(figure, days, rowsOf[of](row))} />}
      </DataState>
    </Panel>
  )
}

const rowsOf: Record<TopOf, (row: TopRow) => RowsOf> = {
  products: ({ id }) => ({ product_id: id }),
  sellers: ({ id }) => ({ seller_id: id }),
  categories: ({ id }) => (id === '' ? { without: 'category' } : { category: id }),
}

type TableProps = {
  head: string
  rows: readonly TopRow[]
  to: (figure: 'gross' | 'units' | 'orders', row: TopRow) => To
  /** True for a seller's own products, which need no seller name. */
  own?: boolean
}

/** Names, each with a bar relative to the best; the numbers say the same. */
export function TopTable({ head, rows, to, own = false }: TableProps) {
  const money = useMoney()
  if (rows.length === 0) return <EmptyState title={t('sales.topNone')} />
  const most = Math.max(...rows.map(({ gross }) => gross), 1)
  return (
    <table className={`${table.top} plain-table`}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t('sales.figures.gross')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const seller = own ? null : row.seller
          return (
            <tr key={row.id}>
              <th scope="row">
                <Link {...to('gross', row)} className="ink strong breaks clamp">
                  <bdi>{row.name || t('sales.noCategory')}</bdi>
                </Link>
                <span className={css.share} aria-hidden>
                  <span style={{ width: `${Math.max(0, (row.gross / most) * 100)}%` }} />
                </span>
                {seller && (
                  <span className="block aside regular">
                    {/* Among sellers, the shop is the name of the row. */}
                    <PersonLine of={seller.shopName === row.name ? { ...seller, shopName: '' } : seller} />
                  </span>
                )}
                <span className="aside regular">
                  <Link {...to('units', row)} className="quiet-link nowrap">
                    {t(row.units < row.orders ? 'sales.topUnitsLeft' : 'sales.topUnits', { count: row.units })}
                  </Link>
                  {' · '}
                  <Link {...to('orders', row)} className="quiet-link nowrap">
                    {t('sales.topOrders', { count: row.orders })}
                  </Link>
                </span>
              </th>
              <td>{money(row.gross)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
