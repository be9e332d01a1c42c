import { Link } from '@tanstack/react-router'
import type { OrderRow, SellerOrderRow } from '#domain/order.ts'
import css from '#web/orders/OrdersTable.module.css'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import type { OrderSort } from '#web/orders/order-search.ts'
import { Shipped } from '#web/orders/Shipped.tsx'
import { remainingOf } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { SortHead } from '#web/ui/SortHead.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Row = OrderRow | SellerOrderRow
const isWholeOrder = (row: Row): row is OrderRow => 'total' in row

type Props = {
  rows: readonly Row[]
  to: '/admin/orders/$id' | '/seller/orders/$id'
  sort: OrderSort | undefined
  onSort: (sort: OrderSort) => void
}

/** Orders, one per row, or per card on a narrow screen. A seller's rows contain only their own lines and amounts. */
export function OrdersTable({ rows, to, sort = 'newest', onSort }: Props) {
  const amount = t(to === '/admin/orders/$id' ? 'orders.columns.total' : 'orders.columns.own')
  return (
    <Table
      wide
      heads={[
        t('orders.columns.number'),
        t('orders.columns.buyer'),
        <SortHead key="at" label={t('orders.columns.placed')} ascending="oldest" descending="newest" {...{ sort, onSort }} />,
        { number: amount },
        t('orders.columns.payment'),
        t('orders.columns.shipping'),
      ]}
    >
      {rows.map((row) => (
        <OrderTableRow key={row.id} row={row} to={to} amount={amount} />
      ))}
    </Table>
  )
}

type RowProps = { row: Row; to: '/admin/orders/$id' | '/seller/orders/$id'; amount: string }

function OrderTableRow({ row, to, amount }: RowProps) {
  const money = useMoney()
  return (
    <tr>
      <td className="strong nowrap">
        <Link to={to} params={{ id: row.id }} className="opens-row">
          {t('orders.called', { number: row.number })}
        </Link>
      </td>
      <td data-label={t('orders.columns.buyer')} className={`${css.buyer} full breaks`}>
        <span>
          <bdi>{row.buyerName}</bdi>
          {isWholeOrder(row) && row.buyerEmail && <span className="block aside">{row.buyerEmail}</span>}
        </span>
      </td>
      <td data-label={t('orders.columns.placed')}>
        <Ago at={row.placedAt} />
      </td>
      <td data-label={amount} className="number">
        {isWholeOrder(row) ? (
          money(row.total)
        ) : (
          <span>
            {money(remainingOf(row))}
            {row.cancelled > 0 && <span className="block aside">{t('orders.ownCancelled', { amount: money(row.cancelled) })}</span>}
          </span>
        )}
      </td>
      <td data-label={t('orders.columns.payment')}>
        <PaymentTag order={row} />
      </td>
      <td data-label={t('orders.columns.shipping')}>
        <Shipped counts={row.counts} />
      </td>
    </tr>
  )
}
