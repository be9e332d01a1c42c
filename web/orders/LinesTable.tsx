import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { AdminOrderLine } from '#domain/order.ts'
import type { LineMove } from '#domain/order-rules.ts'
import css from '#web/orders/LinesTable.module.css'
import { movableLines, whyNoLine } from '#web/orders/movable-lines.ts'
import { LineTag } from '#web/orders/OrderTags.tsx'
import { amountOf, refundOf, wasRefunded } from '#web/orders/refundable.ts'
import { hasSeller, isAdminOrder, type ShownLine, type ShownOrder } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { useActor } from '#web/platform/session/use-actor.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Acts = {
  /** Asks for a move of these lines. */
  onMove: (move: LineMove, ids: readonly string[]) => void
  onRefund: (line: ShownLine) => void
}

/** The lines of an order, one per row; for admins below the seller they were sold for. */
export function LinesTable({ order, ...acts }: Acts & { order: ShownOrder }) {
  const groups = [...Map.groupBy(order.lines, sellerOf).values()]
  return (
    <Table
      className={`${css.table} from-top`}
      wide="narrow"
      grouped
      heads={[
        t('orders.record.product'),
        t('common.status'),
        { unseen: t('common.actions') },
        { number: t('products.column.price') },
        // Ends the rows, above the sum.
        { number: t('fields.amount') },
      ]}
    >
      {groups.map((lines, at) => {
        const [first] = lines
        return (
          first && (
            <tbody key={first.id} className={`tints-rows ${at > 0 ? 'topped' : ''}`}>
              {hasSeller(first) && <GroupHead {...acts} of={first} lines={lines} isOnly={groups.length === 1} />}
              {lines.map((line) => (
                <LineRow key={line.id} {...acts} order={order} line={line} />
              ))}
            </tbody>
          )
        )
      })}
    </Table>
  )
}

/** The seller of the lines below, what they come to, and the way to ship them together. With one seller, the head of the panel ships them. */
function GroupHead({ of, lines, isOnly, onMove }: Acts & { of: AdminOrderLine; lines: readonly ShownLine[]; isOnly: boolean }) {
  const { seller, sellerStatus } = of
  const money = useMoney()
  const open = movableLines(useActor(), 'ship', lines).map(({ id }) => id)
  const sum = lines.reduce((all, { status, unitPrice, quantity }) => all + (status === 'cancelled' ? 0 : unitPrice * quantity), 0)
  return (
    <tr className={css.group}>
      <th scope="rowgroup" colSpan={2}>
        <PersonLine of={seller} href={`/admin/users/${seller.id}`} />
        {sellerStatus !== 'active' && <span className="aside"> ({t(`orders.record.${sellerStatus}`)})</span>}
      </th>
      <td className={`${css.actions} only-filled number`}>
        {open.length > 1 && !isOnly && (
          <Button onClick={({ detail }) => detail < 2 && onMove('ship', open)}>{t('orders.ship.submit', { count: open.length })}</Button>
        )}
      </td>
      <td colSpan={2} className="number bold">
        <span className="visually-hidden">{t('orders.record.subtotal')} </span>
        {money(sum)}
      </td>
    </tr>
  )
}

type RowProps = Acts & { order: ShownOrder; line: ShownLine }

function LineRow({ order, line, ...acts }: RowProps) {
  const money = useMoney()
  const { sku, unitPrice, quantity, cover } = line
  return (
    <tr data-cancelled={line.status === 'cancelled' || undefined}>
      <td className={css.product}>
        <span className={css.cell}>
          <Cover image={cover ?? undefined} />
          <span>
            <ProductLink line={line} />
            {sku && <span className="block aside">{t('orders.record.sku', { sku })}</span>}
          </span>
        </span>
      </td>
      <td data-label={t('common.status')}>
        <Standing line={line} />
      </td>
      <td className={css.actions}>
        <LineActions {...acts} order={order} line={line} />
      </td>
      <td data-label={t('products.column.price')} className={`${css.number} number`}>
        <span>{t('orders.times', { quantity, title: money(unitPrice) })}</span>
      </td>
      <td data-label={t('fields.amount')} className={`${css.number} number`}>
        <span>{money(unitPrice * quantity)}</span>
      </td>
    </tr>
  )
}

/** The next step of a line as a button, everything else in its menu. */
function LineActions({ order, line, onMove, onRefund }: RowProps) {
  const actor = useActor()
  const money = useMoney()
  const { id, title, status } = line
  const next = status === 'open' ? 'ship' : status === 'shipped' ? 'deliver' : null
  const refund = isAdminOrder(order) ? refundOf(actor, order, line) : null
  const items: ComponentProps<typeof Menu>['items'][number][] = []
  if (status === 'shipped') {
    const why = order.erasedAt ? t('orders.record.erased') : whyNoLine(actor, 'correct', [line])
    items.push({ label: t('orders.move.correct'), why: why ?? undefined, act: () => onMove('correct', shipmentOf(order, line)) })
  }
  if (refund) {
    const amount = money(refund.why ? amountOf(line) : refund.amount)
    const why = whyNoLine(actor, 'cancel', [line]) ?? undefined
    const isRepeated = !refund.why && isAdminOrder(order) && wasRefunded(order, line)
    const label = isRepeated ? t('orders.refund.again') : t('orders.refund.submitAmount', { amount })
    items.push({ label, why: refund.why, act: () => onRefund(line) })
    items.push({ label: t('orders.move.cancelOne'), why, act: () => onMove('cancel', [id]) })
  }
  // Of a single line, the head of the panel has the button.
  const isMovable = next !== null && order.lines.length > 1 && whyNoLine(actor, next, [line]) === null
  return (
    <span className="line gap-4 end">
      {isMovable && (
        <Button aria-label={t(`orders.move.one.${next}`, { title })} onClick={({ detail }) => detail < 2 && onMove(next, [id])}>
          {t(`orders.move.${next}`)}
        </Button>
      )}
      {items.length > 0 && <Menu label={t('orders.record.actionsFor', { title })} items={items} />}
    </span>
  )
}

/** The lines that were shipped together with this one. Imported lines have no time: those of a seller with the same tracking number are. */
function shipmentOf({ lines }: ShownOrder, line: ShownLine): string[] {
  if (!line.shippedAt && !line.tracking) return [line.id]
  const isWith = (one: ShownLine) => parcel.every((key) => one[key] === line[key]) && (line.shippedAt || sellerOf(one) === sellerOf(line))
  return lines.filter(isWith).map(({ id }) => id)
}

const parcel = ['carrier', 'tracking', 'shippedAt'] as const
const sellerOf = (line: ShownLine) => (hasSeller(line) ? line.seller_id : null)

/** Links to the current product, which may have another title or be gone. */
function ProductLink({ line }: { line: ShownLine }) {
  const link = { params: { id: line.product_id }, className: `${css.title} ink strong`, children: line.title }
  return hasSeller(line) ? <Link to="/admin/products/$id" {...link} /> : <Link to="/seller/products/$id" {...link} />
}

function Standing({ line: { status, carrier, tracking, shippedAt, deliveredAt, cancelledAt } }: { line: ShownLine }): ReactNode {
  const since = deliveredAt ?? cancelledAt ?? shippedAt
  const parcel = [carrier, tracking].filter(Boolean).join(' ')
  return (
    <span className={`${css.standing} tag-words`}>
      <LineTag status={status} />
      {parcel && <span className="block aside">{parcel}</span>}
      {since && (
        <span className="block aside">
          <Ago at={since} />
        </span>
      )}
    </span>
  )
}
