import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { publicOrder } from '#domain/order.ts'
import { cancelLines } from '#server/orders/cancel-lines.ts'
import { shipLines } from '#server/orders/ship-lines.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const { app, seller, rival, admin, caller, storefront, lamp, stockOf, place } = await openStorefront()

describe('lines', () => {
  test('are shipped and delivered by their seller, who cannot touch those of another', async () => {
    const order = await place([await lamp(), await lamp(rival.id)])
    const [mine = '', theirs = ''] = order.lines.map(({ id }) => id)
    const shipped = await caller(seller).orders.ship({ id: order.id, lines: [mine], carrier: 'Post', tracking: 'AT1' })
    expect(shipped.lines).toMatchObject([{ id: mine, status: 'shipped', carrier: 'Post', tracking: 'AT1', shippedAt: expect.any(String) }])
    for (const lines of [[theirs], ['nothing']]) {
      const refusal = caller(seller).orders.ship({ id: order.id, lines })
      await expect(refusal).rejects.toMatchObject({ code: 'not-found', message: 'Order not found.' })
    }
    await caller(seller).orders.deliver({ id: order.id, lines: [mine] })
    expect(await caller(admin).orders.get({ id: order.id })).toMatchObject({
      counts: { open: 1, shipped: 0, delivered: 1, cancelled: 0 },
      lines: [{ status: 'delivered' }, { status: 'open' }],
    })
    expect(await caller(seller).orders.getOwn({ id: order.id })).toMatchObject({ counts: { open: 0, delivered: 1 } })
  })

  test('on their way get another carrier and tracking number from their seller or an admin, with both in the history', async () => {
    const order = await place([await lamp(), await lamp(rival.id)])
    const [mine = '', theirs = ''] = order.lines.map(({ id }) => id)
    const correction = { id: order.id, lines: [mine], carrier: 'Parcel', tracking: 'AT2' }
    const correct = (who: typeof seller, lines = [mine]) => caller(who).orders.correctShipment({ ...correction, lines })
    await expect(correct(seller)).rejects.toMatchObject({ code: 'wrong-status', data: { field: 'lines.0' } })
    await caller(seller).orders.ship({ id: order.id, lines: [mine], carrier: 'Post', tracking: 'AT1' })
    await caller(rival).orders.ship({ id: order.id, lines: [theirs], carrier: 'Post', tracking: 'AT9' })
    for (const lines of [[theirs], ['nothing']]) await expect(correct(seller, lines)).rejects.toMatchObject({ code: 'not-found' })
    await expect(correct(rival)).rejects.toMatchObject({ code: 'not-found' })
    const [before] = (await caller(seller).orders.getOwn({ id: order.id })).lines
    expect((await correct(seller)).lines).toEqual([{ ...before, carrier: 'Parcel', tracking: 'AT2' }])
    await caller(admin).orders.correctShipment({ ...correction, lines: [mine, theirs], tracking: 'AT3' })
    const { rows } = await caller(seller).orders.timeline({ id: order.id })
    expect(rows.filter(({ lineId }) => lineId === mine).map(({ kind, tracking }) => [kind, tracking])).toEqual([
      ['order.shipped', 'AT1'],
      ['order.corrected', 'AT2'],
      ['order.corrected', 'AT3'],
    ])
    const [event] = await app.sql`select before from event_details d join events e on e.id = d.event_id
      where e.kind = 'order.corrected' and d.after ->> 'line' = ${mine} order by e.id limit 1`
    expect(event?.before).toEqual({ line: mine, carrier: 'Post', tracking: 'AT1' })
    // Only the carrier is another one; and the same again is no change.
    await caller(admin).orders.correctShipment({ ...correction, carrier: 'Courier', tracking: 'AT3' })
    expect((await caller(seller).orders.timeline({ id: order.id })).rows).toHaveLength(rows.length + 1)
    await caller(admin).orders.correctShipment({ ...correction, carrier: 'Courier', tracking: 'AT3' })
    expect((await caller(seller).orders.timeline({ id: order.id })).rows).toHaveLength(rows.length + 1)
    await caller(seller).orders.deliver({ id: order.id, lines: [mine] })
    await expect(correct(seller)).rejects.toMatchObject({ code: 'wrong-status' })
  })

  test('show the cover of their product to its seller and admins, in no answer of the API, and not once another person sells it', async () => {
    const id = await lamp()
    const order = await place([id])
    const cover = { url: '/files/a', path: `products/${id}/0_a.webp`, name: 'a.webp', width: 8, height: 6, thumbnails: {} }
    await app.db
      .update(products)
      .set({ images: [cover] })
      .where(eq(products.id, id))
    expect((await caller(seller).orders.getOwn({ id: order.id })).lines).toMatchObject([{ cover }])
    const { lines } = await caller(admin).orders.get({ id: order.id })
    expect(lines).toMatchObject([{ cover }])
    expect(publicOrder(await caller(admin).orders.get({ id: order.id })).lines[0]).not.toHaveProperty('cover')
    await app.db.update(products).set({ sellerId: rival.id }).where(eq(products.id, id))
    expect((await caller(seller).orders.getOwn({ id: order.id })).lines).toMatchObject([{ cover: null }])
  })

  test('move together or not at all', async () => {
    const order = await place([await lamp(), await lamp()])
    const [one = '', other = ''] = order.lines.map(({ id }) => id)
    await shipLines(app, seller, { id: order.id, lines: [one], carrier: '', tracking: '' })
    const both = { id: order.id, lines: [other, one] }
    await expect(caller(seller).orders.ship(both)).rejects.toMatchObject({ code: 'wrong-status', data: { field: 'lines.1' } })
    expect((await caller(admin).orders.get({ id: order.id })).counts).toMatchObject({ open: 1, shipped: 1 })
    await expect(caller(seller).orders.deliver(both)).rejects.toMatchObject({ code: 'wrong-status', data: { field: 'lines.0' } })
  })

  test('that are cancelled give their stock back once, and shipped ones cannot be cancelled', async () => {
    const id = await lamp(seller.id, 5)
    const order = await place([
      { product_id: id, quantity: 3 },
      { product_id: id, quantity: 1 },
    ])
    const [three = '', one = ''] = order.lines.map((line) => line.id)
    await caller(admin).orders.cancel({ id: order.id, lines: [three], reason: 'Broken in the store.' })
    expect(await stockOf(id)).toBe(4)
    await expect(caller(admin).orders.cancel({ id: order.id, lines: [three] })).rejects.toMatchObject({ code: 'wrong-status' })
    await shipLines(app, admin, { id: order.id, lines: [one], carrier: '', tracking: '' })
    await expect(caller(admin).orders.cancel({ id: order.id, lines: [one] })).rejects.toMatchObject({ code: 'wrong-status' })
    expect(await stockOf(id)).toBe(4)
  })

  test('that are shipped and cancelled at the same moment end as one of the two', async () => {
    const id = await lamp(seller.id, 50)
    for (let round = 0; round < 8; round += 1) {
      const order = await place([id])
      const lines = order.lines.map((line) => line.id)
      const before = (await stockOf(id)) ?? 0
      const tried = await Promise.allSettled([
        caller(seller).orders.ship({ id: order.id, lines }),
        caller(admin).orders.cancel({ id: order.id, lines }),
      ])
      expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const [line] = (await caller(admin).orders.get({ id: order.id })).lines
      expect(line?.status).toBe(tried[0].status === 'fulfilled' ? 'shipped' : 'cancelled')
      expect(await stockOf(id)).toBe(before + (line?.status === 'cancelled' ? 1 : 0))
    }
  })

  test('of a seller who was suspended are shipped by an admin, not by the seller', async () => {
    const order = await place([await lamp(rival.id)])
    const lines = order.lines.map(({ id }) => id)
    await caller(admin).users.suspend({ id: rival.id, reason: 'Sold counterfeits.' })
    await expect(caller(rival).orders.ship({ id: order.id, lines })).rejects.toMatchObject({ code: 'account-suspended' })
    await caller(admin).orders.ship({ id: order.id, lines })
    await caller(admin).users.reactivate({ id: rival.id })
    expect((await caller(admin).orders.get({ id: order.id })).counts.shipped).toBe(1)
  })
})

test('a seller is notified once of each line an admin or a program cancelled, with a link; a rival is not', async () => {
  const order = await place([await lamp(), await lamp(), await lamp(), await lamp(rival.id)])
  const [first = '', second = '', third = ''] = order.lines.map(({ id }) => id)
  const notificationsOf = async (person: typeof seller) =>
    (await caller(person).notifications.list({ type: 'info' })).rows
      .filter(({ link, message }) => link === `/seller/orders/${order.id}` && message.includes('cancelled'))
      .map(({ message, reason }) => ({ message, reason }))
  await caller(admin).orders.cancel({ id: order.id, lines: [first, second], reason: 'Out of print.' })
  await cancelLines(app, storefront, { id: order.id, lines: [third], reason: '' })
  const message = `1 × Brass lamp of order ${order.number} was cancelled. Do not ship it.`
  await expect.poll(() => notificationsOf(seller)).toEqual(Array(3).fill({ message, reason: null }))
  expect(await notificationsOf(rival)).toEqual([])
})

test('the notification of a new order is read once its seller has shipped the last line, or the rest was cancelled; not by what others ship', async () => {
  const own = await place([await lamp(), await lamp(), await lamp(rival.id)])
  const half = await place([await lamp(), await lamp()])
  const byAdmin = await place([await lamp()])
  const idsOf = ({ lines }: typeof own) => lines.map(({ id }) => id)
  const unread = async (person: typeof seller) => {
    const { rows } = await caller(person).notifications.list({ type: 'info' })
    const links = rows.filter(({ isRead, message }) => !isRead && message.startsWith('New order')).map(({ link }) => link)
    return [own, half, byAdmin].map(({ id }) => links.includes(`/seller/orders/${id}`))
  }
  await expect.poll(() => unread(seller)).toEqual([true, true, true])
  const ship = (who: typeof seller, { id }: typeof own, lines: string[]) =>
    caller(who).orders.ship({ id, lines, carrier: 'Post', tracking: 'AT1' })
  await ship(admin, byAdmin, idsOf(byAdmin))
  await ship(seller, own, idsOf(own).slice(0, 1))
  await ship(seller, half, idsOf(half).slice(0, 1))
  await caller(admin).orders.cancel({ id: half.id, lines: idsOf(half).slice(1), reason: '' })
  await expect.poll(() => unread(seller)).toEqual([true, false, true])
  await ship(seller, own, idsOf(own).slice(1, 2))
  await expect.poll(() => unread(seller)).toEqual([false, false, true])
  expect(await unread(rival)).toEqual([true, false, false])
})
