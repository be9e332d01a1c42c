import { describe, expect, test } from 'vitest'
import { waitingFor } from '#server/testing/locks.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const { app, seller, admin, caller, lamp, place } = await openStorefront()

describe('buyers', () => {
  const buyerEmail = 'Ben@example.com'
  test('are erased in all their orders, and the amounts stay', async () => {
    const order = await place([await lamp()], { buyerName: 'Ben Ongoing', buyerEmail, externalId: 'B-1' })
    const lines = order.lines.map(({ id }) => id)
    expect(await caller(admin).orders.buyer({ email: 'ben@EXAMPLE.com' })).toEqual({ orders: 1, messages: 0, files: 0, open: 1 })
    await expect(caller(admin).orders.eraseBuyer({ email: buyerEmail })).rejects.toMatchObject({ code: 'open-orders' })
    await caller(seller).orders.ship({ id: order.id, lines, carrier: 'Post', tracking: 'TRACK-BEN' })
    await caller(seller).orders.correctShipment({ id: order.id, lines, carrier: 'Post', tracking: 'TRACK-BEN-2' })
    await caller(seller).orders.correctShipment({ id: order.id, lines, carrier: 'Post', tracking: 'TRACK-3' })
    expect(await caller(admin).orders.eraseBuyer({ email: buyerEmail })).toEqual({ orders: 1, messages: 0, files: 0 })
    const late = caller(seller).orders.correctShipment({ id: order.id, lines, carrier: 'Post', tracking: 'TRACK-4' })
    await expect(late).rejects.toMatchObject({ code: 'wrong-status', message: 'The data of this buyer was erased.' })
    const fresh = await caller(admin).orders.get({ id: order.id })
    expect(fresh).toMatchObject({
      buyerName: 'Erased buyer',
      buyerEmail: null,
      shippingAddress: null,
      total: 1_000,
      erasedAt: expect.any(String),
    })
    expect((await caller(admin).orders.list({ search: 'Ongoing' })).rows).toEqual([])
    expect((await caller(admin).orders.list({ search: order.number })).rows).toMatchObject([{ id: order.id }])
    const log = await caller(admin).history.list({ search: order.number })
    const response = JSON.stringify([fresh, log, await caller(seller).orders.getOwn({ id: order.id })])
    for (const secret of ['Ongoing', 'ben@', 'Ringstra', 'TRACK-']) expect(response.toLowerCase()).not.toContain(secret.toLowerCase())
    expect(log.rows[0]).toMatchObject({ kind: 'order.erased', description: `Order ${order.number}: the buyer’s data was erased.` })
    expect(await caller(admin).orders.eraseBuyer({ email: buyerEmail })).toEqual({ orders: 0, messages: 0, files: 0 })
  })

  test('who order again while they are being erased keep the address for the delivery', async () => {
    const about = { buyerName: 'Nora', buyerEmail: 'nora@example.com' }
    const old = await place([await lamp()], about)
    await caller(seller).orders.ship({ id: old.id, lines: old.lines.map(({ id }) => id) })
    const blocker = await app.sql.reserve()
    await blocker`begin`
    await blocker`select from orders where id = ${old.id} for update`
    const erasing = caller(admin)
      .orders.eraseBuyer({ email: about.buyerEmail })
      .catch((error: unknown) => error)
    await expect.poll(async () => (await waitingFor(blocker)).length).toBe(1)
    const fresh = await place([await lamp()], about)
    await blocker`rollback`
    blocker.release()
    expect(await erasing).toMatchObject({ code: 'open-orders' })
    // All or nothing: the old order waits until the new one is sent.
    for (const { id } of [old, fresh]) expect(await caller(admin).orders.get({ id })).toMatchObject({ ...about, erasedAt: null })
  })
})
