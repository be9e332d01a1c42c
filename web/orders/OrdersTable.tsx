import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrderRow, SellerOrderRow } from '#domain/order.ts'
import css from '#web/orders/OrdersTable.module.css'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import type { OrderColumn, OrderSort } from '#web/orders/order-search.ts'
import { ShipOrdersDialog } from '#web/orders/ShipOrdersDialog.tsx'
import { Shipped } from '#web/orders/Shipped.tsx'
import { remainingOf } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { Shows } from '#web/platform/queries/use-columns.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar, TickCell, type Ticked, TickHead, useTicked } from '#web/ui/Selection.tsx'
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
  shows: Shows<OrderColumn>
}

/** Orders, one per row, or per card on a narrow screen. A seller's rows contain only their own lines and amounts. */
export function OrdersTable({ rows, to, sort = 'newest', onSort, shows }: Props) {
  const amount = t(to === '/admin/orders/$id' ? 'orders.columns.total' : 'orders.columns.own')
  const ticks = useTicked(rows.filter(({ counts }) => counts.open > 0).map(({ id }) => id))
  const [shipped, setShipped] = useState<readonly Row[] | null>(null)
  return (
    <>
      <ShipOrdersDialog selected={shipped} onClose={() => setShipped(null)} onLeft={ticks.set} />
      <Table
        wide
        heads={[
          <TickHead key="tick" ticks={ticks} />,
          t('orders.columns.number'),
          shows('buyer') && t('orders.columns.buyer'),
          shows('placed') && (
            <SortHead key="at" label={t('orders.columns.placed')} ascending="oldest" descending="newest" {...{ sort, onSort }} />
          ),
          shows('amount') && { number: amount },
          t('orders.columns.payment'),
          t('orders.columns.shipping'),
        ]}
      >
        {rows.map((row) => (
          <OrderTableRow key={row.id} row={row} to={to} amount={amount} ticks={ticks} shows={shows} />
        ))}
      </Table>
      <SelectionBar ticks={ticks}>
        <Button onClick={() => setShipped(rows.filter(({ id }) => ticks.ticked.includes(id)))}>{t('orders.shipMany.open')}</Button>
      </SelectionBar>
    </>
  )
}

type RowProps = { row: Row; to: '/admin/orders/$id' | '/seller/orders/$id'; amount: string; ticks: Ticked } & Pick<Props, 'shows'>

function OrderTableRow({ row, to, amount, ticks, shows }: RowProps) {
  const money = useMoney()
  return (
    <tr>
      <TickCell ticks={ticks} id={row.id} name={t('orders.called', { number: row.number })} />
      <td className="strong nowrap">
        <Link to={to} params={{ id: row.id }} className="opens-row">
          {t('orders.called', { number: row.number })}
        </Link>
      </td>
      {shows('buyer') && (
        <td data-label={t('orders.columns.buyer')} className={`${css.buyer} full breaks`}>
          <span>
            <bdi>{row.buyerName}</bdi>
            {isWholeOrder(row) && row.buyerEmail && <span className="block aside">{row.buyerEmail}</span>}
          </span>
        </td>
      )}
      {shows('placed') && (
        <td data-label={t('orders.columns.placed')}>
          <Ago at={row.placedAt} />
        </td>
      )}
      {shows('amount') && (
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
      )}
      <td data-label={t('orders.columns.payment')}>
        <PaymentTag order={row} />
      </td>
      <td data-label={t('orders.columns.shipping')}>
        <Shipped counts={row.counts} />
      </td>
    </tr>
  )
}
