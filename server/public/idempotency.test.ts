import { describe, expect, test, vi } from 'vitest'
import type { NewOrder } from '#domain/order.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { sweepAnswers } from '#server/public/idempotency.ts'
import { addKey, asProgram } from '#server/testing/api.ts'
import { waitingFor } from '#server/testing/locks.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openStorefront } from '#server/testing/storefront.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, admin, caller, lamp, stockOf, ordersCount } = await openStorefront()
const { ask } = await openTestServer(app)
const shop = await addKey(app, admin.id)
const program = asProgram({ ask }, shop)

const place = (product: string, name?: string, about: Partial<NewOrder> = {}) => program('POST', '/orders', orderOf([product], about), name)

describe('a write that a program repeats', () => {
  test('has no second effect and gets the same answer, byte for byte', async () => {
    const product = await lamp()
    const first = await place(product, 'once-1')
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    const again = await place(product, 'once-1')
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(again.text).toBe(first.text)
    expect(await stockOf(product)).toBe(2)
  })

  test('at the same moment, many times, is made once, and all get the same answer', async () => {
    const product = await lamp()
    const before = await ordersCount()
    const name = newId()
    const response = await Promise.all(Array.from({ length: 24 }, () => place(product, name)))
    expect(new Set(response.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(response[0]?.status).toBe(201)
    expect(await ordersCount()).toBe(before + 1)
    expect(await stockOf(product)).toBe(2)
    const id = String(response[0]?.json?.id)
    const { rows } = await caller(admin).history.list({ limit: 100 })
    expect(rows.filter(({ itemId }) => itemId === id)).toHaveLength(1)
  })

  test('under the same idempotency key with other content, or at another address, is refused', async () => {
    const product = await lamp()
    const name = newId()
    const { json } = await place(product, name)
    const refusal = { error: expect.any(String), code: 'idempotency-key-reused', field: 'Idempotency-Key' }
    const other = await place(product, name, { shipping: 1 })
    expect([other.status, other.json]).toEqual([422, refusal])
    const elsewhere = await program('POST', `/orders/${json?.id}/payments`, undefined, name)
    expect([elsewhere.status, elsewhere.json]).toEqual([422, refusal])
    expect(await stockOf(product)).toBe(2)
  })

  test('under an idempotency key that another API key used is another write', async () => {
    const product = await lamp()
    const name = newId()
    const other = asProgram({ ask }, await addKey(app, admin.id))
    const one = await place(product, name)
    const two = await other('POST', '/orders', orderOf([product]), name)
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.json?.id).not.toBe(one.json?.id)
  })

  test('after a refusal is tried again: a refusal stores nothing', async () => {
    const product = await lamp()
    await app.sql`update products set stock = 0 where id = ${product}`
    const name = newId()
    const soldOut = await place(product, name)
    expect([soldOut.status, soldOut.json?.code, soldOut.json?.field]).toEqual([expect.any(Number), 'out-of-stock', 'lines.0.quantity'])
    expect(await app.sql`select from api_answers where idempotency_key = ${name}`).toHaveLength(0)
    await app.sql`update products set stock = 5 where id = ${product}`
    expect((await place(product, name)).status).toBe(201)
  })

  test('a day later is a new write', async () => {
    const product = await lamp()
    const name = newId()
    await place(product, name)
    await app.sql`update api_answers set created_at = now() - interval '25 hours' where idempotency_key = ${name}`
    const later = await place(product, name)
    expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect(await stockOf(product)).toBe(1)
    await app.sql`update api_answers set created_at = now() - interval '25 hours' where idempotency_key = ${name}`
    await sweepAnswers(app)
    expect(await app.sql`select from api_answers where idempotency_key = ${name}`).toHaveLength(0)
  })

  test('after its buyer was erased is not answered with the buyer’s name', async () => {
    const product = await lamp()
    const name = newId()
    const { json } = await place(product, name, { buyerEmail: 'gone@example.com', buyerName: 'Gone Girl' })
    const { lines } = json as { lines: { id: string }[] }
    await program('POST', `/orders/${json?.id}/cancellations`, { lines: lines.map(({ id }) => id) })
    await caller(admin).orders.eraseBuyer({ email: 'gone@example.com' })
    const again = await place(product, name, { buyerEmail: 'gone@example.com', buyerName: 'Gone Girl' })
    expect([again.status, again.json?.code]).toEqual([410, 'answer-erased'])
    expect(JSON.stringify(await app.sql`select * from api_answers`)).not.toContain('Gone Girl')
  })

  test('needs a valid idempotency key', async () => {
    for (const name of ['', 'with space', 'ä', 'x'.repeat(256)]) {
      const headers = { authorization: `Bearer ${shop.key}`, 'idempotency-key': encodeURI(name).includes('%C3') ? '\u00e4' : name }
      const response = await ask('/api/v1/orders', { method: 'POST', headers, json: {} })
      expect([name.slice(0, 12), response.json?.code]).toEqual([name.slice(0, 12), 'no-idempotency-key'])
    }
  })
})

test('in a burst of orders, a revoked key places none from then on, and those placed before stand', async () => {
  const product = await lamp()
  await app.sql`update products set stock = 1000 where id = ${product}`
  const key = await addKey(app, admin.id)
  const send = asProgram({ ask }, key)
  const before = await ordersCount()
  let revoked = false
  const attempts: { status: number; code: unknown; after: boolean }[] = []
  const burst = Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let left = 2; left > 0; left -= revoked ? 1 : 0) {
        const after = revoked
        const { status, json } = await send('POST', '/orders', orderOf([product]))
        attempts.push({ status, code: json?.code, after })
      }
    }),
  )
  await expect.poll(ordersCount).toBeGreaterThan(before + 3)
  await caller(admin).apiKeys.revoke({ id: key.id })
  revoked = true
  await burst
  expect(new Set(attempts.filter(({ after }) => after).map(({ status }) => status))).toEqual(new Set([401]))
  const placed = attempts.filter(({ status }) => status === 201).length
  // Each was either placed or refused because of the key.
  expect(new Set(attempts.map(({ code }) => code ?? 'placed'))).toEqual(new Set(['placed', 'wrong-api-key']))
  expect(await ordersCount()).toBe(before + placed)
  expect(await stockOf(product)).toBe(1000 - placed)
})

test('a storefront that follows changes gets a product whose stock changed by an order or its cancellation', async () => {
  const product = await lamp()
  // Waits until the consumer has noted everything sold before.
  const news = () =>
    app.sql`select from consumers where name = 'shop' and position < (select position from feed_head) union all select from feed_waiting`
  await expect.poll(async () => (await news()).length, { timeout: 50_000 }).toBe(0)
  const { json } = await program('GET', '/products?limit=1')
  const order = await place(product)
  const changes = async (since: unknown) => {
    const response = await program('GET', `/products?updated_since=${since}`)
    return response.json as unknown as { rows: { id: string; stock: number }[]; as_of: string }
  }
  await expect.poll(async () => (await changes(json?.as_of)).rows, { timeout: 50_000 }).toMatchObject([{ id: product, stock: 2 }])
  const { as_of } = await changes(json?.as_of)
  const { lines } = order.json as { lines: { id: string }[] }
  await program('POST', `/orders/${order.json?.id}/cancellations`, { lines: lines.map(({ id }) => id) })
  await expect.poll(async () => (await changes(as_of)).rows, { timeout: 50_000 }).toMatchObject([{ id: product, stock: 3 }])
})

describe('a write that the database rolled back in a deadlock', () => {
  /** Makes the first `times` orders of this buyer fail with a deadlock. */
  const deadlocks = async (buyerName: string, times: number) => {
    const name = `met_${newId()}`
    await app.sql.unsafe(`
      create sequence "${name}";
      create function "${name}"() returns trigger language plpgsql as $$ begin
        if new.name = '${buyerName}' and nextval('"${name}"') <= ${times} then raise exception 'deadlock' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger "${name}" before insert on order_buyers for each row execute function "${name}"()`)
  }

  test('is made again, and its program does not notice', async () => {
    await deadlocks('Met Once', 1)
    const logged = vi.spyOn(console, 'error')
    const product = await lamp()
    const before = await ordersCount()
    const order = await place(product, newId(), { buyerName: 'Met Once' })
    expect([order.status, order.json?.code]).toEqual([201, undefined])
    expect([await ordersCount(), await stockOf(product)]).toEqual([before + 1, 2])
    expect(logged).not.toHaveBeenCalled()
  })

  test('twice is answered with 503 and leaves nothing behind, so that it can be repeated under its key', async () => {
    await deadlocks('Met Twice', 2)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const product = await lamp()
    const before = await ordersCount()
    const name = newId()
    const send = () => place(product, name, { buyerName: 'Met Twice' })
    const order = await send()
    expect([order.status, order.headers.get('retry-after'), order.json?.code]).toEqual([503, '5', 'unavailable'])
    expect(logged).toHaveBeenCalledOnce()
    expect([await ordersCount(), await stockOf(product)]).toEqual([before, 3])
    expect((await send()).status).toBe(201)
    expect([await ordersCount(), await stockOf(product)]).toEqual([before + 1, 2])
  })
})

test('a write whose connection broke is made completely or not at all, once after a repeat, and disturbs no other', async () => {
  const product = await lamp()
  const name = newId()
  const before = await ordersCount()
  const blocker = await app.sql.reserve()
  await blocker`begin`
  await blocker`select from products where id = ${product} for update`
  const asked = place(product, name)
  await expect.poll(() => waitingFor(blocker)).toHaveLength(1)
  for (const { pid } of await waitingFor(blocker)) await blocker`select pg_terminate_backend(${pid}::integer)`
  const broken = await asked
  expect([broken.status, broken.json?.code]).toEqual([503, 'unavailable'])
  await blocker`rollback`
  blocker.release()
  expect(await ordersCount()).toBe(before)
  expect(await app.sql`select from api_answers where idempotency_key = ${name}`).toHaveLength(0)
  expect((await place(product, name)).status).toBe(201)
  expect((await place(product, name)).headers.get('idempotency-replayed')).toBe('true')
  expect(await ordersCount()).toBe(before + 1)
  // The remaining connections and the new ones all work.
  const answers = async () => (await Promise.all(Array.from({ length: 20 }, () => program('GET', '/products')))).map(({ status }) => status)
  await expect.poll(async () => new Set(await answers())).toEqual(new Set([200]))
})
