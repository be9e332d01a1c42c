import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrderRow, SellerOrderRow } from '#domain/order.ts'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import type { OrderColumn, OrderSort } from '#web/orders/order-search.ts'
import { ShipOrdersDialog } from '#web/orders/ShipOrdersDialog.tsx'
import { Shipped } from '#web/orders/Shipped.tsx'
import { remainingOf } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { Shows } from '#web/platform/queries/use-columns.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar, tickColumn, useTicked } from '#web/ui/Selection.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
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
  const money = useMoney()
  const ticks = useTicked(rows.filter(({ counts }) => counts.open > 0).map(({ id }) => id))
  const [shipped, setShipped] = useState<readonly Row[] | null>(null)
  return (
    <>
      <ShipOrdersDialog selected={shipped} onClose={() => setShipped(null)} onLeft={ticks.set} />
      <RowsTable
        wide="compact"
        {...{ rows, sort, onSort }}
        columns={[
          tickColumn(ticks, ({ number }: Row) => t('orders.called', { number })),
          {
            label: t('orders.columns.number'),
            className: 'strong nowrap inherits',
            bare: true,
            cell: ({ id, number }) => (
              <Link to={to} params={{ id }} className="opens-row">
                {t('orders.called', { number })}
              </Link>
            ),
          },
          shows('buyer') && {
            label: t('orders.columns.buyer'),
            className: 'full breaks',
            bare: true,
            cell: (row) => (
              <span>
                <bdi>{row.buyerName}</bdi>
                {isWholeOrder(row) && row.buyerEmail && <span className="block aside roomy">{row.buyerEmail}</span>}
              </span>
            ),
          },
          shows('placed') && {
            label: t('orders.columns.placed'),
            sorts: { ascending: 'oldest', descending: 'newest' },
            cell: ({ placedAt }) => <Ago at={placedAt} />,
          },
          shows('amount') && {
            label: t(to === '/admin/orders/$id' ? 'orders.columns.total' : 'orders.columns.own'),
            kind: 'number',
            cell: (row) => (isWholeOrder(row) ? money(row.total) : <OwnAmount row={row} />),
          },
          { label: t('orders.columns.payment'), cell: (row) => <PaymentTag order={row} /> },
          { label: t('orders.columns.shipping'), cell: ({ counts }) => <Shipped counts={counts} /> },
        ]}
      />
      <SelectionBar ticks={ticks}>
        <Button onClick={() => setShipped(rows.filter(({ id }) => ticks.ticked.includes(id)))}>{t('orders.shipMany.open')}</Button>
      </SelectionBar>
    </>
  )
}

function OwnAmount({ row }: { row: SellerOrderRow }) {
  const money = useMoney()
  return (
    <span>
      {money(remainingOf(row))}
      {row.cancelled > 0 && <span className="block aside">{t('orders.ownCancelled', { amount: money(row.cancelled) })}</span>}
    </span>
  )
}
