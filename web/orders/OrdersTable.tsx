import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ListedOrder } from '#contract/orders.ts'
import type { SellerOrderRow } from '#domain/order.ts'
import { isCancelled } from '#domain/order-rules.ts'
import { shopAndName } from '#domain/person-names.ts'
import css from '#web/orders/OrdersTable.module.css'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import type { OrderColumn, OrderSort } from '#web/orders/order-search.ts'
import { PackingSlips } from '#web/orders/PackingSlip.tsx'
import { ShipOrdersDialog } from '#web/orders/ShipOrdersDialog.tsx'
import { Shipped } from '#web/orders/Shipped.tsx'
import { remainingOf } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import type { Shows } from '#web/platform/queries/use-columns.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar, tickColumn, useTicked } from '#web/ui/Selection.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'
import { WhyButton } from '#web/ui/WhyButton.tsx'

export type Row = ListedOrder | SellerOrderRow
const isWholeOrder = (row: Row): row is ListedOrder => 'total' in row

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
  const ticks = useTicked(rows.filter((row) => !isCancelled(row)).map(({ id }) => id))
  const [shipped, setShipped] = useState<readonly Row[] | null>(null)
  const [slips, setSlips] = useState<readonly Row[] | null>(null)
  const printed = useCallback(() => setSlips(null), [])
  const selected = rows.filter(({ id }) => ticks.ticked.includes(id))
  const isAdmins = to === '/admin/orders/$id'
  const showsSeller = isAdmins && shows('seller')
  const placed = { label: t('orders.columns.placed'), ascending: 'oldest', descending: 'newest' } as const
  // Admins see it below the number, where sellers see what was bought: so their table needs less room.
  const isBelow = isAdmins && shows('placed')
  const payment = t('fields.paymentStatus')
  const shipping = t('orders.columns.shipping')
  const open = selected.filter(({ counts }) => counts.open > 0)
  return (
    <>
      {shipped && <ShipOrdersDialog selected={shipped} onClose={() => setShipped(null)} onShipped={ticks.drop} />}
      {slips && <PackingSlips of={slips} onDone={printed} />}
      <RowsTable
        wide={isAdmins ? 'narrow' : 'compact'}
        className={isAdmins ? css.whole : css.own}
        {...{ rows, sort, onSort }}
        columns={[
          tickColumn(ticks, ({ number }: Row) => t('orders.called', { number })),
          {
            label: t('orders.columns.number'),
            className: `${css.number} ${isAdmins ? '' : css.titled} inherits`,
            bare: true,
            ...(isBelow && { sorts: { below: placed } }),
            cell: (row) => (
              <span className="grow">
                <Link to={to} params={{ id: row.id }} className="opens-row strong">
                  {t('orders.called', { number: row.number })}
                </Link>
                {!isWholeOrder(row) && <Bought row={row} />}
                {isBelow && (
                  <span className="block aside">
                    <Ago at={row.placedAt} />
                  </span>
                )}
              </span>
            ),
          },
          shows('buyer') && {
            label: t('orders.columns.buyer'),
            className: `${css.buyer} breaks`,
            head: (
              <th scope="col">
                {t('orders.columns.buyer')}
                {showsSeller && <span className="not-roomy"> · {t('fields.seller')}</span>}
              </th>
            ),
            bare: true,
            cell: (row) => (
              <span>
                <bdi>{row.buyerName}</bdi>
                {isWholeOrder(row) && row.buyerEmail && (
                  <span className={`${css.email} block aside roomy ellipsis`} title={row.buyerEmail}>
                    {row.buyerEmail}
                  </span>
                )}
                {showsSeller && isWholeOrder(row) && (
                  <span className="not-roomy aside">
                    <Sellers of={row.sellers} />
                  </span>
                )}
              </span>
            ),
          },
          showsSeller && {
            label: t('fields.seller'),
            className: `${css.seller} breaks`,
            ...(shows('buyer') && { roomy: true }),
            bare: true,
            cell: (row) => isWholeOrder(row) && <Sellers of={row.sellers} />,
          },
          !isAdmins &&
            shows('placed') && {
              label: placed.label,
              sorts: placed,
              cell: ({ placedAt }) => <Ago at={placedAt} />,
            },
          shows('amount') && {
            label: t(isAdmins ? 'fields.total' : 'orders.columns.own'),
            kind: 'number',
            cell: (row) => (isWholeOrder(row) ? money(row.total) : <OwnAmount row={row} />),
          },
          {
            label: payment,
            className: 'tagged',
            bare: true,
            ...(isAdmins && { roomy: true }),
            cell: (row) => <PaymentTag order={row} />,
          },
          {
            label: shipping,
            className: 'tagged',
            bare: true,
            head: (
              <th scope="col">
                {isAdmins && <span className="not-roomy">{payment} · </span>}
                {shipping}
              </th>
            ),
            cell: (row) =>
              isAdmins ? (
                <span className="stack gap-4">
                  <span className="not-roomy">
                    <PaymentTag order={row} />
                  </span>
                  <Shipped counts={row.counts} />
                </span>
              ) : (
                <Shipped counts={row.counts} />
              ),
          },
        ]}
      />
      <SelectionBar ticks={ticks}>
        <WhyButton why={open.length === 0 ? t('orders.ship.none') : null} onClick={() => setShipped(open)}>
          {t('orders.move.ship')}
        </WhyButton>
        <Button busy={slips !== null} aria-label={t('orders.slip.printMany')} onClick={() => setSlips(selected)}>
          {t('orders.slip.print')}
        </Button>
      </SelectionBar>
    </>
  )
}

/** What was bought, cut to one line, and how many other lines there are. */
function Bought({ row: { title, counts } }: { row: SellerOrderRow }) {
  // A node of the former version does not send the title.
  if (!title) return null
  const lines = counts.open + counts.shipped + counts.delivered || counts.cancelled
  return (
    <span className={`${css.bought} line aside ${lines > 1 ? 'keeps-end' : ''}`}>
      <span className="ellipsis" dir="auto" title={title}>
        {title}
      </span>
      {lines > 1 && <span>{t('orders.moreLines', { count: lines - 1 })}</span>}
    </span>
  )
}

/** The first seller, and how many others sell in the same order. */
function Sellers({ of: [first, ...others] }: { of: ListedOrder['sellers'] }) {
  if (!first) return null
  return (
    <span className="block" title={[first, ...others].map(shopAndName).join(', ')}>
      <PersonLine of={first} />
      {others.length > 0 && <span className="block aside">{t('orders.moreSellers', { count: others.length })}</span>}
    </span>
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
