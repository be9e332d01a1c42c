import { Link } from '@tanstack/react-router'
import type { SalesRow } from '#domain/sales.ts'
import type { SalesFigureName } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { shownNumber } from '#web/sales/figures.ts'
import css from '#web/sales/Sales.module.css'
import { Table } from '#web/ui/Table.tsx'
import { longTime, momentIn } from '#web/ui/time.ts'

/** The order page for the viewer's role. */
export type OrderPage = '/admin/orders/$id' | '/seller/orders/$id'
type Props = { rows: readonly SalesRow[]; figure: SalesFigureName; order: OrderPage }

/** Rows of the ledger, each linked to its order. */
export function SalesRowsTable({ rows, figure, order }: Props) {
  const money = useMoney()
  const { timeZone } = useMarketplace()
  const units = figure === 'units'
  // Rows of whole orders leave these columns empty.
  const ofLines = rows.some(({ title, category }) => title !== null || category !== null)
  const forAdmins = order === '/admin/orders/$id'
  const amount = t(units ? 'sales.columns.units' : 'sales.columns.amount')
  return (
    <Table
      className={css.rows}
      wide
      heads={[
        t('sales.columns.order'),
        ofLines && t('sales.columns.what'),
        t('sales.columns.kind'),
        t('sales.columns.at'),
        { number: amount },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="strong nowrap">
            <Link to={order} params={{ id: row.orderId }} className="opens-row">
              {t('orders.called', { number: row.orderNumber })}
            </Link>
          </td>
          {ofLines && (
            <td className={`${css.what} full`}>
              {row.title && <bdi>{row.title}</bdi>}
              <span className="block aside regular">
                {forAdmins && row.seller && <PersonLine of={row.seller} />}
                {forAdmins && row.seller && row.category && ' · '}
                {row.category}
              </span>
            </td>
          )}
          <td data-label={t('sales.columns.kind')} className="nowrap">
            {t(`sales.kinds.${row.kind}`)}
          </td>
          <td data-label={t('sales.columns.at')}>
            {/* Shows the day that the figure counts, whatever the reader's time zone. */}
            <time dateTime={row.at} title={longTime(row.at)}>
              {momentIn(row.at, timeZone)}
            </time>
          </td>
          <td data-label={amount} className="number">
            {units ? shownNumber(row.units) : money(row.amount)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
