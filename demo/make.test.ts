import { beforeAll, describe, expect, test } from 'vitest'
import type { Program } from '#domain/by.ts'
import type { EventKind } from '#domain/event-kinds.ts'
import { NewOrder } from '#domain/order.ts'
import { lineMoves } from '#domain/order-rules.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import { cancelLines } from '#server/orders/cancel-lines.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { recordPayment } from '#server/orders/record-payment.ts'
import { refundOrder } from '#server/orders/refund-order.ts'
import { passwords } from '#server/platform/passwords.ts'
import { addSession } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { testFolder } from '#server/testing/worker.ts'
import { type Cast, makeMarketplace, password } from './make.ts'
import { smallSize } from './size.ts'

const testApp = await openTestApp()
const { app, caller } = testApp
const { sql } = app
/** A fixed day in the past, so that the data has the same orders every time. */
const now = Date.UTC(2025, 5, 10, 16)
let cast: Cast
let last: number

beforeAll(async () => {
  // As a new installation: only the people of the demo and one observer exist.
  cast = await makeMarketplace(app, { size: smallSize, now, folder: testFolder(), say: () => {} })
  last = (await sql<{ last: number }[]>`select max(id)::int8 as last from events`)[0]?.last ?? 0
}, 240_000)

/** A person of the demo, signed in. */
async function signedIn(email: string): Promise<Actor> {
  const [user] = await sql<Omit<Actor, 'sessionId'>[]>`select id, role, status, name, email from users where email = ${email}`
  if (!user) throw new Error(`There is no ${email}.`)
  return { ...user, ...(await addSession(app.db, user.id)) }
}

/** How many rows a statement finds; used for rows that must not exist. */
const wrong = async (statement: string): Promise<number> => (await sql.unsafe(`select 1 ${statement}`)).length

describe('people whose name is printed', () => {
  test('sign in with the printed password, except the suspended one, who is shown the reason', async () => {
    // The demo stores passwords as an installation does.
    const { ask } = await openTestServer({ ...app, passwords })
    const signIn = (email: string) => ask('/api/auth/sign-in', { method: 'POST', json: { email, password } })
    for (const email of [cast.admin, ...cast.colleagues, ...cast.sellers]) expect(await signIn(email)).toMatchObject({ status: 200 })
    const refused = await signIn(cast.suspended)
    expect(refused).toMatchObject({ status: 403, json: { user: null, code: 'account-suspended' } })
    expect(refused.text).toContain('shop is closed')
  })

  test('have a phone number of the country their shop is in', async () => {
    expect(await wrong(String.raw`from users where phone !~ '^\+\d{1,3} 555 0\d{3}$' and shop_name <> ''`)).toBe(0)
    expect(await wrong("from users where address like '%Norway' and phone like '+47 %'")).toBeGreaterThan(0)
  })

  test('have no mail to be sent', async () => {
    expect(await wrong('from outgoing_mails')).toBe(0)
    expect(await wrong('from notifications where mail is not null')).toBe(0)
  })
})

describe('an admin', () => {
  test('finds the expected number of products waiting, and decides on one', async () => {
    const mara = await signedIn(cast.admin)
    const { products, editRequests } = caller(mara)
    const { rows } = await products.queue({ status: 'pending' })
    expect(rows).toHaveLength(smallSize.pending)
    const [first, second] = rows
    if (!first || !second) throw new Error('Nothing waits.')
    expect(await products.approve({ id: first.id, status: 'pending', version: first.version })).toMatchObject({ status: 'approved' })
    const why = { code: 'other' as const, rejectionReason: 'Please tell us more about it.', fields: [] }
    expect(await products.reject({ id: second.id, status: 'pending', version: second.version, ...why })).toMatchObject({
      status: 'rejected',
    })
    const waiting = (await editRequests.queue({ status: 'pending' })).rows
    expect(waiting).toHaveLength(smallSize.edits)
    for (const { id } of waiting) {
      const { version, productVersion } = await editRequests.get({ id })
      if (productVersion === null) throw new Error('The product is gone.')
      expect(await editRequests.approve({ id, version, productVersion, refused: [] })).toMatchObject({ status: 'approved' })
    }
  })

  test('reads a year of figures, and they are the sums of their rows', async () => {
    const { sales } = caller(await signedIn(cast.admin))
    const { totals } = await sales.figures({ from: '2024-06-01', to: '2025-06-10', step: 'month' })
    const [rows] = await sql<{ gross: number; refunds: number; orders: number }[]>`
      select sum(amount) filter (where kind in ('paid-line', 'cancelled-line'))::int8 as gross, sum(amount) filter (where kind = 'refund')::int8 as refunds,
        count(distinct order_id) filter (where kind = 'paid-line') as orders from sales_entries`
    expect(totals).toMatchObject(rows ?? {})
    expect(totals.gross).toBeGreaterThan(100_000)
    expect((await sales.moderation({ from: '2024-06-01', to: '2025-06-10' })).decisions).toBeGreaterThan(50)
  })

  test('reads orders, chats, people and the history, and answers a chat', async () => {
    const calls = caller(await signedIn(cast.admin))
    const { rows } = await calls.orders.list({})
    const [row] = rows
    if (!row) throw new Error('There are no orders.')
    const order = await calls.orders.get({ id: row.id })
    expect(order.lines.length).toBeGreaterThan(0)
    expect((await calls.history.list({})).rows.length).toBeGreaterThan(20)
    const [chat] = (await calls.chats.list({})).rows
    if (!chat) throw new Error('There are no chats.')
    const { messages: heard } = await calls.chats.messages({ id: chat.id }).then(({ rows: messages }) => ({ messages }))
    expect(heard.at(-1)?.number).toBe(chat.lastNumber)
    const sent = await calls.chats.send({ id: chat.id, clientId: 'answered-by-hand', text: 'We are looking into it.' })
    expect(sent.number).toBe(chat.lastNumber + 1)
  })
})

describe('a seller', () => {
  test('finds their products, ships what was ordered, and cannot read orders of other sellers', async () => {
    const [email = ''] = cast.sellers
    const ingrid = await signedIn(email)
    const calls = caller(ingrid)
    const { rows } = await calls.products.list({})
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.every(({ seller_id }) => seller_id === ingrid.id)).toBe(true)
    const [open] = await sql<{ orderId: string; sellerId: string; lines: string[] }[]>`
      select l.order_id as "orderId", l.seller_id as "sellerId", array_agg(l.id order by l.at) as lines from order_lines l
      join users u on u.id = l.seller_id and u.status = 'active' where l.status = 'open' group by 1, 2 limit 1`
    if (!open) throw new Error('Nothing is open.')
    const [{ email: theirs } = { email: '' }] = await sql<{ email: string }[]>`select email from users where id = ${open.sellerId}`
    const whose = caller(await signedIn(theirs))
    await whose.orders.ship({ id: open.orderId, lines: open.lines, carrier: 'DHL', tracking: '1' })
    expect(await wrong(`from order_lines where order_id = '${open.orderId}' and seller_id = '${open.sellerId}' and status = 'open'`)).toBe(
      0,
    )
    const [foreign] = await sql<
      { id: string }[]
    >`select id from orders o where not exists (select from order_sellers s where s.order_id = o.id and s.seller_id = ${ingrid.id}) limit 1`
    await expect(calls.orders.getOwn({ id: foreign?.id ?? '' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('the past', () => {
  test('follows the allowed moves, for every product and every line', async () => {
    type Step = { item: string; kind: EventKind; before: Record<string, unknown> | null; after: Record<string, unknown> | null }
    const steps = await sql<Step[]>`
      select item_id as item, kind, before, after from events e left join event_details d on d.event_id = e.id
      where kind like 'product.%' order by e.id`
    const stands = new Map<string, string>()
    for (const { item, kind } of steps) {
      const name = kind.slice('product.'.length)
      if (name === 'create') stands.set(item, 'draft')
      if (name === 'create' || name === 'edit') continue
      const move = Object.entries(productMoves).find(([each]) => each === name)?.[1]
      const from: readonly string[] = move?.from ?? []
      expect(from, `${item}: ${kind} of what is ${stands.get(item)}`).toContain(stands.get(item))
      stands.set(item, move?.to ?? '')
    }
    const rows = await sql<{ id: string; status: string }[]>`select id, status from products`
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual(Object.fromEntries(stands))
    const lines = await sql<Step[]>`
      select d.after ->> 'line' as item, kind, before, after from events e join event_details d on d.event_id = e.id
      where kind in ('order.shipped', 'order.delivered', 'order.cancelled') order by e.id`
    const moves: Record<string, { from: readonly string[]; to: string }> = {
      'order.shipped': lineMoves.ship,
      'order.delivered': lineMoves.deliver,
      'order.cancelled': lineMoves.cancel,
    }
    const lineStands = new Map<string, string>()
    for (const { item, kind } of lines) {
      expect(moves[kind]?.from).toContain(lineStands.get(item) ?? 'open')
      lineStands.set(item, moves[kind]?.to ?? '')
    }
    for (const { id, status } of await sql<{ id: string; status: string }[]>`select id, status from order_lines`)
      expect(lineStands.get(id) ?? 'open').toBe(status)
  })

  test('has nothing in the future, and people act only after they joined and before they were suspended', async () => {
    expect(await wrong(`from events where created_at > '${new Date(now).toISOString()}' and id <= ${last}`)).toBe(0)
    expect(await wrong('from events e join events before on before.id = e.id - 1 where e.created_at < before.created_at')).toBe(0)
    expect(await wrong('from events e join users u on u.id = e.actor_id where e.created_at < u.created_at')).toBe(0)
    expect(
      await wrong("from events e join users u on u.id = e.actor_id where e.created_at > u.suspended_at and e.kind <> 'user.suspend'"),
    ).toBe(0)
    expect(
      await wrong(
        'from order_lines l join orders o on o.id = l.order_id join users u on u.id = l.seller_id where o.placed_at > u.suspended_at',
      ),
    ).toBe(0)
  })

  test('has every picture that a product or a message names, and the price at the time of every sale', async () => {
    const named = `from products p, jsonb_array_elements(p.images) i where not exists (select from files f where f.path = i ->> 'path' and f.named_at is not null and f.bytes > 0)`
    expect(await wrong(named)).toBe(0)
    const [{ path } = { path: '' }] = await sql<
      { path: string }[]
    >`select path from files where content_type = 'image/jpeg' order by path limit 1`
    const { stream, bytes } = await app.storage.get(path)
    stream.destroy()
    expect(bytes).toBeGreaterThan(10_000)
    expect(await wrong('from products where next_image_index < jsonb_array_length(images)')).toBe(0)
    expect(await wrong("from products where status = 'approved' and (approved_price is null or approved_version <> version)")).toBe(0)
    expect(
      await wrong(
        "from products p where edit_request_id is distinct from (select id from edit_requests r where r.product_id = p.id and r.status = 'pending')",
      ),
    ).toBe(0)
    expect(await wrong('from orders o where number::bigint >= (select last_value + 1 from order_numbers)')).toBe(0)
  })
})

const lineSums = `(select order_id, seller_id, sum(unit_price * quantity) as items, sum(discount) as discount, sum(quantity) as units,
  count(*) filter (where status = 'open') as open, count(*) filter (where status = 'shipped') as shipped,
  count(*) filter (where status = 'delivered') as delivered, count(*) filter (where status = 'cancelled') as cancelled
  from order_lines group by order_id, seller_id) l`

describe('the money', () => {
  test('adds up in every order, for every seller in it, and in the ledger', async () => {
    expect(
      await wrong(`from ${lineSums} full join order_sellers s using (order_id, seller_id) where (l.items, l.discount, l.units, l.open, l.shipped, l.delivered, l.cancelled)
      is distinct from (s.items, s.discount, s.units, s.open_lines, s.shipped_lines, s.delivered_lines, s.cancelled_lines)`),
    ).toBe(0)
    expect(
      await wrong(`from orders o where (items, discount, units, open_lines, shipped_lines, delivered_lines, cancelled_lines) <>
      (select sum(items), sum(discount), sum(units), sum(open_lines), sum(shipped_lines), sum(delivered_lines), sum(cancelled_lines) from order_sellers s where s.order_id = o.id)`),
    ).toBe(0)
    expect(await wrong('from orders o join order_sellers s on s.order_id = o.id where s.payment_status <> o.payment_status')).toBe(0)
    expect(
      await wrong(`from orders o where refunded <> (select coalesce(sum(amount), 0) from refunds r where r.order_id = o.id)
      or refunded <> (select coalesce(sum(amount), 0) from sales_entries e where e.order_id = o.id and kind = 'refund' and amount > 0)`),
    ).toBe(0)
    // What cancelled lines took out of gross sales is taken out of the refunds again, by negative ones.
    expect(
      await wrong(`from (select coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunds, coalesce(sum(amount) filter (where kind = 'refund' and amount > 0), 0) as back,
      -coalesce(sum(amount) filter (where kind = 'cancelled-line'), 0) as cancelled from sales_entries group by order_id) o where refunds <> greatest(0, back - cancelled)`),
    ).toBe(0)
    expect(
      await wrong(
        `from orders o where paid <> (select coalesce(sum(amount), 0) from sales_entries e where e.order_id = o.id and kind in ('paid-line', 'shipping', 'tax'))`,
      ),
    ).toBe(0)
  })

  test('is in the ledger as the use cases themselves write it', async () => {
    const asked = ['paid', 'partly_refunded', 'refunded', 'unpaid'].map(
      (status) => `(select id from orders where payment_status = '${status}' order by cancelled desc, number limit 2)`,
    )
    const chosen = await sql.unsafe<{ id: string }[]>(asked.join(' union '))
    expect(chosen.length).toBeGreaterThan(4)
    const [key] = await sql<{ id: string; name: string }[]>`select id, name from api_keys`
    if (!key) throw new Error('There is no key.')
    for (const { id } of chosen) expect(await ledgerOf(await again({ kind: 'key', ...key }, id))).toEqual(await ledgerOf(id))
  })
})

/** The ledger entries of an order, without ids and without times that the use cases take from the clock. */
const ledgerOf = (id: string) =>
  sql`
  select e.kind, e.amount, e.units, e.seller_id, e.product_id, e.category, l.at as line, case when e.kind in ('placed-line', 'paid-line', 'shipping', 'tax') then e.at end as at
  from sales_entries e left join order_lines l on l.id = e.line_id where e.order_id = ${id}
  order by e.kind, l.at, e.amount`.then((rows) => [...rows])

/** Places the same order again through the use cases. */
async function again(by: Program, id: string): Promise<string> {
  const mara = await signedIn(cast.admin)
  const before = await caller(mara).orders.get({ id })
  await sql`update products set status = 'approved', stock = 1000 where id in (select product_id from order_lines where order_id = ${id})`
  await sql`update users set status = 'active' where id in (select seller_id from order_lines where order_id = ${id})`
  const { shipping, tax, discount, total, placedAt, paidAt, buyerName, buyerEmail, shippingAddress } = before
  const lines = before.lines.map(({ product_id, quantity, unitPrice, title }) => ({ product_id, quantity, unitPrice, title }))
  const about = { source: 'again', currency: app.config.currency, buyerName, buyerEmail, shippingAddress: shippingAddress ?? undefined }
  const order = await placeOrder(app, by, NewOrder.parse({ ...about, shipping, tax, discount, total, lines, placedAt }))
  if (paidAt) await recordPayment(app, by, { id: order.id, paidAt })
  const cancelled = order.lines.filter((_, at) => before.lines[at]?.status === 'cancelled').map((line) => line.id)
  if (cancelled.length > 0) await cancelLines(app, by, { id: order.id, lines: cancelled, reason: '' })
  for (const { amount } of before.refunds) await refundOrder(app, by, { id: order.id, amount, reason: '' })
  return order.id
}
