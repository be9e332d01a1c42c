import type { SellerOrder } from '#domain/order.ts'
import css from '#web/orders/Sums.module.css'
import { isAdminOrder, remainingOf, type ShownOrder } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMoney } from '#web/platform/session/use-money.ts'

/** `sum`: the total of the amounts above it. */
type Sum = { name: string; amount: number; sum?: true }

/** The amounts of an order and their sums; deductions have a minus sign. */
export function Sums({ order }: { order: ShownOrder }) {
  const money = useMoney()
  return (
    <dl className={`${css.sums} stack gap-6 tabular`}>
      {sumsOf(order).map(({ name, amount, sum }) => (
        <div key={name} data-sum={sum} className={sum ? 'ends gap-16 bold' : 'ends gap-16'}>
          <dt className={sum ? undefined : 'muted'}>{name}</dt>
          <dd className="nowrap">{money(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

const unlessZero = (name: string, amount: number): Sum[] => (amount === 0 ? [] : [{ name, amount }])

function sumsOf(order: ShownOrder): Sum[] {
  const { items, discount } = order
  const goods = [{ name: t('orders.sums.items'), amount: items }, ...unlessZero(t('orders.sums.discount'), -discount)]
  // Without a deduction both amounts are the same.
  if (!isAdminOrder(order)) return remainingOf(order) === items ? remaining(order) : [...goods, ...remaining(order)]
  return [
    ...goods,
    { name: t('sales.figures.shipping'), amount: order.shipping },
    { name: t('sales.figures.tax'), amount: order.tax },
    { name: t('fields.total'), amount: order.total, sum: true },
    ...(order.paymentStatus === 'unpaid' ? owed(order.total, order.due) : got(order)),
  ]
}

/** A seller's sales exclude cancelled lines. */
const remaining = (order: SellerOrder): Sum[] => [
  ...unlessZero(t('orders.line.cancelled'), -order.cancelled),
  { name: t('orders.columns.own'), amount: remainingOf(order), sum: true },
]

/** The part cancelled before payment is not owed. */
const owed = (total: number, due: number): Sum[] => [
  ...unlessZero(t('orders.sums.cancelled'), due - total),
  { name: t('orders.sums.due'), amount: due, sum: true },
]

function got({ total, paid, refunded }: { total: number; paid: number; refunded: number }): Sum[] {
  const first = [
    ...unlessZero(t('orders.sums.cancelled'), paid - total),
    { name: t('orders.payment.paid'), amount: paid, sum: true as const },
  ]
  if (refunded === 0) return first
  return [
    ...first,
    { name: t('orders.payment.refunded'), amount: -refunded },
    { name: t('orders.sums.notRefunded'), amount: paid - refunded, sum: true },
  ]
}
