import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from '#web/orders/LinesTable.module.css'
import { LineTag } from '#web/orders/OrderTags.tsx'
import { hasSeller, type ShownLine } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Table } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** The lines of an order, one per row, with seller and status. */
export function LinesTable({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <Table
      wide
      className={`${css.table} from-top`}
      heads={[
        t('orders.record.product'),
        t('orders.record.status'),
        { number: t('orders.record.quantity') },
        { number: t('orders.record.price') },
        { number: t('orders.record.amount') },
      ]}
    >
      {lines.map((line) => (
        <LineRow key={line.id} line={line} />
      ))}
    </Table>
  )
}

function LineRow({ line }: { line: ShownLine }) {
  const money = useMoney()
  const { sku, unitPrice, quantity } = line
  return (
    <tr data-cancelled={line.status === 'cancelled' || undefined}>
      <td className={css.product}>
        <ProductLink line={line} />
        {sku && <span className="block aside">{t('orders.record.sku', { sku })}</span>}
        {hasSeller(line) && <Seller {...line} />}
      </td>
      <td data-label={t('orders.record.status')}>
        <Standing line={line} />
      </td>
      <td data-label={t('orders.record.quantity')} className={`${css.number} number`}>
        {quantity.toLocaleString('en')}
      </td>
      <td data-label={t('orders.record.price')} className={`${css.number} number`}>
        {money(unitPrice)}
      </td>
      <td data-label={t('orders.record.amount')} className={`${css.number} number`}>
        {money(unitPrice * quantity)}
      </td>
    </tr>
  )
}

/** Links to the current product, which may have another title or be gone. */
function ProductLink({ line }: { line: ShownLine }) {
  const link = { params: { id: line.product_id }, className: css.title, children: line.title }
  return hasSeller(line) ? <Link to="/admin/products/$id" {...link} /> : <Link to="/seller/products/$id" {...link} />
}

function Seller({ seller, sellerStatus }: Extract<ShownLine, { seller_id: string }>) {
  return (
    <span className="block aside">
      <PersonLine of={seller} href={`/admin/users/${seller.id}`} />
      {sellerStatus !== 'active' && ` (${t(`orders.record.${sellerStatus}`)})`}
    </span>
  )
}

function Standing({ line: { status, carrier, tracking, shippedAt, deliveredAt, cancelledAt } }: { line: ShownLine }): ReactNode {
  const since = deliveredAt ?? cancelledAt ?? shippedAt
  const parcel = [carrier, tracking].filter(Boolean).join(' ')
  return (
    <span className={css.standing}>
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
