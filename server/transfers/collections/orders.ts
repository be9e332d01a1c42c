import { splitDiscount } from '#domain/order-rules.ts'
import type { Product } from '#domain/product.ts'
import { byField, type SoldField, soldFields } from '#domain/product-fields.ts'
import { foldCase } from '#domain/text.ts'
import { insertOffsets } from '#server/orders/offset-refunds.ts'
import { insertSellers } from '#server/orders/write-lines.ts'
import { orderBuyers, orderLines, orders } from '#server/platform/database/tables/orders.ts'
import { refunds as refundTable } from '#server/platform/database/tables/sales.ts'
import type { Item, Kind, Reference } from '#server/transfers/kind.ts'
import { type Problem, problem } from '#server/transfers/problem.ts'
import { listed, type Transfer } from '#server/transfers/transfer.ts'
import { upsert } from '#server/transfers/upsert.ts'

type Order = Item<'orders', undefined>
type Line = Order['record']['lines'][number] & { id: string; at: number; price: number; share: number; cancelled: boolean }

/** Orders as sold, with their part of the sales ledger. No stock is taken: what was sold before is no longer on the shelf. */
export const orderKind: Kind<'orders'> = {
  collection: 'orders',
  table: orders,
  state: ['paymentStatus', 'paid', 'refunded', 'openLines', 'shippedLines', 'deliveredLines', 'cancelledLines'],
  gather: async (transfer, items) => {
    for (const one of items) one.refusals.push(...wrongWith(one))
    await refuseOtherContent(transfer, items)
  },
  references: ({ record }) =>
    record.lines.flatMap(({ seller_id, product_id }, at): Reference[] => [
      { field: `lines.${at}.seller_id`, collection: 'users', id: seller_id },
      { field: `lines.${at}.product_id`, collection: 'products', id: product_id, isOptional: seller_id ? 'noted' : undefined },
    ]),
  uniques: ({ record: { number, source, externalId } }) => [
    ...(number ? [{ field: 'number', code: 'order-taken' as const, key: `n ${number}` }] : []),
    ...(externalId ? [{ field: 'externalId', code: 'order-taken' as const, key: `x ${source || 'import'}\n${externalId}` }] : []),
  ],
  taken: [
    "join orders o on g.key like 'n %' and o.number = substr(g.key, 3) and o.id <> g.id",
    `join orders o on g.key like 'x %' and o.external_id = split_part(substr(g.key, 3), e'\\n', 2)
      and o.source = split_part(substr(g.key, 3), e'\\n', 1) and o.id <> g.id`,
  ],
  write: async (transfer, items) => {
    const { sql } = transfer
    const products = await sql<SoldProduct[]>`
      select id, ${sql.unsafe(soldFields.join(', '))} from products
      where id in (select json_array_elements_text(${listed(items.flatMap(({ record }) => record.lines.map(({ product_id }) => product_id)))}::json))`
    const sold = new Map(products.map((row) => [row.id, row]))
    const ids = listed(items.map(({ id }) => id))
    const numbered = items.filter(({ record, isNew }) => !record.number && isNew)
    const numbers = await sql<{ number: string }[]>`
      select nextval('order_numbers')::text as number from generate_series(1, ${numbered.length}::int)`
    const known = await sql<{ id: string; number: string }[]>`
      select id, number from orders where id in (select json_array_elements_text(${ids}::json))`
    const numberOf = new Map([
      ...known.map(({ id, number }) => [id, number] as const),
      ...numbered.map(({ id }, at) => [id, numbers[at]?.number ?? id] as const),
    ])
    const all = items.map((one) => rowsOf(one, one.record.number ?? numberOf.get(one.id) ?? one.id, sold))
    const lines = all.flatMap((one) => one.lines)
    const refunds = all.flatMap((one) => one.refunds)
    const entries = all.flatMap((one) => one.entries)
    const whole = all.map(({ order }) => order)
    const buyers = all.map(({ buyer }) => buyer)
    await upsert(sql, orders, whole, { keep: ['number', 'source', 'externalId', 'placedAt'] })
    await upsert(sql, orderLines, lines)
    await upsert(sql, orderBuyers, buyers, { key: ['orderId'] })
    await upsert(sql, refundTable, refunds, { keep: ['orderId', 'amount', 'createdAt'] })
    await sql`delete from order_sellers where order_id in (select json_array_elements_text(${ids}::json))`
    await sql`${sql.unsafe(insertSellers)} where o.id in (select json_array_elements_text(${ids}::json)) group by o.id, l.seller_id`
    await writeLedger(transfer, entries)
    await sql.unsafe(insertOffsets('select json_array_elements_text($1::json)'), [ids])
    await sql`select setval('order_numbers', highest) from (
      select max(value::bigint) as highest from json_array_elements_text(${listed(items.flatMap(({ record: { number } }) => number ?? []))}::json) where value ~ '^[0-9]{1,15}$'
    ) h where highest >= (select last_value from order_numbers)`
  },
}

const itemsOf = ({ record }: Order) => record.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)

function wrongWith(one: Order): Problem[] {
  const { record } = one
  const { shipping, tax, discount, total } = record
  const sum = itemsOf(one)
  const off = discount ?? 0
  const returned = (record.refunds ?? []).reduce((all, { amount }) => all + amount, 0)
  const status = record.paymentStatus
  const isPaid = isPaidIn(one)
  return [
    ...(placedAtOf(one) === null ? [problem('order-undated', 'placedAt')] : []),
    ...(off > sum ? [problem('order-discount', 'discount')] : []),
    ...(sum + (shipping ?? 0) + (tax ?? 0) - off === total
      ? []
      : [problem('order-sum', 'total', { sum: sum + (shipping ?? 0) + (tax ?? 0) - off })]),
    ...(Number.isSafeInteger(sum) ? [] : [problem('order-sum', 'total', { sum })]),
    ...((returned > 0 && !isPaid) ||
    returned > total ||
    (status === 'partly_refunded' && returned === 0) ||
    (status === 'paid' && returned > 0)
      ? [problem('order-refunds', 'refunds')]
      : []),
    ...(status === 'unpaid' && record.paidAt ? [problem('order-refunds', 'paidAt')] : []),
  ]
}

const placedAtOf = ({ record }: Order) => record.placedAt ?? record.createdAt ?? record.paidAt ?? null
const isPaidIn = ({ record: { paymentStatus, paidAt } }: Order) => (paymentStatus ? paymentStatus !== 'unpaid' : Boolean(paidAt))

/** The content of an order that was placed never changes; its payment and its lines move on. */
async function refuseOtherContent({ sql }: Transfer, items: Order[]): Promise<void> {
  const rows = await sql<{ id: string; content: string }[]>`
    select o.id, o.items || ' ' || o.total || ' ' || string_agg(l.product_id || ' ' || l.unit_price || ' ' || l.quantity, ' ' order by l.at) as content
    from orders o join order_lines l on l.order_id = o.id
    where o.id in (select json_array_elements_text(${listed(items.map(({ id }) => id))}::json)) group by o.id`
  const here = new Map(rows.map(({ id, content }) => [id, content]))
  for (const one of items) {
    const content = [
      itemsOf(one),
      one.record.total,
      ...one.record.lines.flatMap((line) => [line.product_id, line.unitPrice, line.quantity]),
    ].join(' ')
    const before = here.get(one.id)
    if (before !== undefined && before !== content) one.refusals.push(problem('not-changeable', 'lines'))
  }
}

type SoldProduct = Pick<Product, 'id' | SoldField>
type Sold = ReadonlyMap<string, SoldProduct>
type Entry = { at: string; kind: string; orderId: string; lineId: string | null; amount: number; units: number }

function rowsOf(one: Order, number: string, sold: Sold) {
  const { id, record, idOf, ownerOf } = one
  const now = new Date().toISOString()
  const placedAt = placedAtOf(one) ?? now
  const isPaid = isPaidIn(one)
  const paidAt = isPaid ? (record.paidAt ?? placedAt) : null
  const shares = splitDiscount(
    record.discount ?? 0,
    record.lines.map(({ unitPrice, quantity }) => unitPrice * quantity),
  )
  const lines: Line[] = record.lines.map((line, at) => ({
    ...line,
    id: `${id}.${at}`,
    at,
    price: line.unitPrice * line.quantity,
    share: shares[at] ?? 0,
    cancelled: line.status === 'cancelled',
  }))
  const isEarly = (line: Line) => line.cancelled && (paidAt === null || (line.cancelledAt ?? placedAt) < paidAt)
  const sum = (of: readonly Line[]) => of.reduce((all, { price, share }) => all + price - share, 0)
  const count = (status: string) => lines.filter((line) => (line.status ?? 'open') === status).length
  const paid = isPaid ? record.total - sum(lines.filter(isEarly)) : 0
  const given = record.refunds ?? []
  const refunds = (record.paymentStatus === 'refunded' && given.length === 0 ? [{ amount: paid, reason: null, createdAt: paidAt }] : given)
    .filter(({ amount }) => amount > 0)
    .map(({ amount, reason, createdAt }, at) => ({
      id: `${id}.r${at}`,
      orderId: id,
      amount,
      reason: reason ?? '',
      createdAt: createdAt ?? paidAt ?? placedAt,
    }))
  const refunded = Math.min(
    paid,
    refunds.reduce((all, { amount }) => all + amount, 0),
  )
  const entry = (kind: string, at: string, amount: number, line?: Line, units = 0): Entry => ({
    at,
    kind,
    orderId: id,
    lineId: line?.id ?? null,
    amount,
    units,
  })
  const late = paidAt === null ? [] : lines.filter((line) => line.cancelled && !isEarly(line))
  const entries = [
    ...lines.map((line) => entry('placed-line', placedAt, 0, line, line.quantity)),
    ...(paidAt
      ? lines.filter((line) => !isEarly(line)).map((line) => entry('paid-line', paidAt, line.price - line.share, line, line.quantity))
      : []),
    ...(paidAt && record.shipping ? [entry('shipping', paidAt, record.shipping)] : []),
    ...(paidAt && record.tax ? [entry('tax', paidAt, record.tax)] : []),
    ...lines
      .filter(({ cancelled }) => cancelled)
      .map((line) =>
        entry(
          'cancelled-line',
          line.cancelledAt ?? placedAt,
          late.includes(line) ? line.share - line.price : 0,
          line,
          late.includes(line) ? -line.quantity : 0,
        ),
      ),
    ...refunds.map(({ createdAt, amount }) => entry('refund', createdAt, amount)),
  ]
  return {
    order: {
      id,
      number,
      source: record.source || 'import',
      externalId: record.externalId ?? null,
      items: itemsOf(one),
      shipping: record.shipping ?? 0,
      tax: record.tax ?? 0,
      discount: record.discount ?? 0,
      total: record.total,
      cancelled: sum(lines.filter(({ cancelled }) => cancelled)),
      paid,
      refunded,
      paymentStatus: !isPaid ? 'unpaid' : refunded === 0 ? 'paid' : refunded === paid ? 'refunded' : 'partly_refunded',
      units: lines.reduce((all, { quantity }) => all + quantity, 0),
      openLines: count('open'),
      shippedLines: count('shipped'),
      deliveredLines: count('delivered'),
      cancelledLines: count('cancelled'),
      placedAt,
      paidAt,
    },
    lines: lines.map((line) => {
      const product = sold.get(line.product_id)
      return {
        id: line.id,
        orderId: id,
        at: line.at,
        productId: line.product_id,
        unitPrice: line.unitPrice,
        quantity: line.quantity,
        discount: line.share,
        ...byField(soldFields, (field) => line[field] ?? product?.[field] ?? null),
        sellerId: idOf('users', line.seller_id) ?? ownerOf(line.product_id),
        title: line.title || product?.title || line.product_id,
        status: line.status ?? 'open',
        tookStock: record.backstall?.tookStock?.[line.at] ?? false,
        carrier: line.carrier ?? '',
        tracking: line.tracking ?? '',
        shippedAt: line.shippedAt ?? null,
        deliveredAt: line.deliveredAt ?? null,
        cancelledAt: line.cancelled ? (line.cancelledAt ?? placedAt) : null,
      }
    }),
    buyer: {
      orderId: id,
      name: record.buyerName,
      email: record.buyerEmail ?? null,
      address: record.shippingAddress ?? null,
      placedAt,
      erasedAt: record.backstall?.erasedAt ?? null,
      search: foldCase((record.backstall?.erasedAt ? [number] : [number, record.buyerName, record.buyerEmail]).filter(Boolean).join(' ')),
    },
    refunds,
    entries,
  }
}

/** The ledger is append-only: a later import adds what has happened since. */
async function writeLedger({ sql }: Transfer, entries: readonly Entry[]): Promise<void> {
  await sql`
    insert into sales_entries (at, kind, order_id, line_id, product_id, seller_id, category, amount, units)
    select g.at, g.kind, g."orderId", g."lineId", l.product_id, l.seller_id, l.category, g.amount, g.units
    from json_to_recordset(${JSON.stringify(entries)}::json) g (at timestamptz, kind text, "orderId" text, "lineId" text, amount bigint, units bigint)
    left join order_lines l on l.id = g."lineId"
    where g."lineId" is not null or not exists (
      select from sales_entries s where s.order_id = g."orderId" and s.kind = g.kind and (g.kind <> 'refund' or s.at = g.at and s.amount = g.amount))
    order by g.at on conflict do nothing`
}
