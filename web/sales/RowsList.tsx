import '#web/ui/later.css'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SalesRow } from '#domain/sales.ts'
import type { SalesFigureName, SalesRange } from '#domain/sales-rules.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { PersonLine } from '#web/platform/Person.tsx'
import { usePages } from '#web/platform/queries/use-pages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import css from '#web/sales/Sales.module.css'
import { daySpan } from '#web/ui/calendar.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { shownNumber } from '#web/ui/shown-count.ts'
import { RowsTable } from '#web/ui/Table.tsx'
import { longTime, momentIn } from '#web/ui/time.ts'

type Page = { rows: SalesRow[]; next: string | null; sum: number }
type Props = {
  figure: SalesFigureName
  days: SalesRange
  list: UseInfiniteQueryResult<InfiniteData<Page>>
  pages: number
  more: (pages: number) => void
  order: OrderPage
}

/** The rows of a figure with their sum, which is the figure itself. */
export function RowsList({ figure, days, list, pages, more, order }: Props) {
  const rows = usePages(list, pages)
  return (
    <>
      <div className={`${css.sections} stack unbroken ages`} data-stale={list.isPlaceholderData} aria-busy={list.isPlaceholderData}>
        <Panel flush title={daySpan(days.from, days.to)} actions={<Sum figure={figure} sum={list.data?.pages[0]?.sum} />}>
          <PagedRows {...{ list, rows, more }} empty={{ title: t('sales.rowsNone'), text: t('sales.rowsNoneText') }}>
            {(shown) => <SalesRowsTable rows={shown} figure={figure} order={order} />}
          </PagedRows>
        </Panel>
      </div>
      {rows && rows.length > 0 && (
        <p className="aside below-table" aria-live="polite">
          {t(list.hasNextPage ? 'sales.shownRowsSoFar' : 'sales.shownRows', { count: rows.length })}
        </p>
      )}
    </>
  )
}

/** Figures that are not money: the number of rows or of pieces. */
const notMoney: Partial<Record<SalesFigureName, string>> = {
  orders: t('sales.count'),
  linesPlaced: t('sales.count'),
  linesCancelled: t('sales.count'),
  units: t('sales.figures.units'),
}

function Sum({ figure, sum }: { figure: SalesFigureName; sum: number | undefined }) {
  const money = useMoney()
  // Reserved from the start, so that the rows do not move.
  const value = sum === undefined ? '\u00a0' : notMoney[figure] ? shownNumber(sum) : money(sum)
  return (
    <p className={`${css.sum} muted tabular`}>
      {notMoney[figure] ?? t('sales.sum')} <strong>{value}</strong>
    </p>
  )
}

/** The order page for the viewer's role. */
type OrderPage = '/admin/orders/$id' | '/seller/orders/$id'
type TableProps = { rows: readonly SalesRow[]; figure: SalesFigureName; order: OrderPage }

/** Rows of the ledger, each linked to its order. */
function SalesRowsTable({ rows, figure, order }: TableProps) {
  const money = useMoney()
  const { timeZone } = useMarketplace()
  const units = figure === 'units'
  // Rows of whole orders leave these columns empty.
  const ofLines = rows.some(({ title, category }) => title !== null || category !== null)
  const forAdmins = order === '/admin/orders/$id'
  return (
    <RowsTable
      className={css.rows}
      rows={rows}
      columns={[
        {
          label: t('orders.columns.number'),
          className: 'strong nowrap',
          bare: true,
          cell: ({ orderId, orderNumber }) => (
            <Link to={order} params={{ id: orderId }} className="opens-row">
              {t('orders.called', { number: orderNumber })}
            </Link>
          ),
        },
        ofLines && {
          label: t('sales.columns.what'),
          className: `${css.what} full`,
          bare: true,
          cell: ({ title, seller, category }) => (
            <>
              {title && <bdi>{title}</bdi>}
              <span className="block aside regular">
                <Dotted>
                  {forAdmins && seller && <PersonLine of={seller} />}
                  {category || null}
                </Dotted>
              </span>
            </>
          ),
        },
        { label: t('sales.columns.kind'), cell: ({ kind }) => t(`sales.kinds.${kind}`) },
        {
          label: t('common.when'),
          // Shows the day that the figure counts, whatever the reader's time zone.
          cell: ({ at }) => (
            <time dateTime={at} title={longTime(at)}>
              {momentIn(at, timeZone)}
            </time>
          ),
        },
        {
          label: t(units ? 'sales.figures.units' : 'fields.amount'),
          kind: 'number',
          cell: (row) => (units ? shownNumber(row.units) : money(row.amount)),
        },
      ]}
    />
  )
}
