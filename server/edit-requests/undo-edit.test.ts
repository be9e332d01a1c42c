import { describe, expect, test } from 'vitest'
import type { EditRequestDetail } from '#domain/edit-request.ts'
import type { Actor } from '#domain/user.ts'
import { sweep } from '#server/files/sweep.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { bulkOf } from '#server/testing/bulk.ts'
import { expectedEdit, requestFor, waitingEdit, why } from '#server/testing/edits.ts'
import { makeOlder } from '#server/testing/fixtures.ts'
import { isStored } from '#server/testing/listing.ts'
import { mailsTo } from '#server/testing/mails.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin, secondAdmin, kindsOf } = testApp
const requests = (who: Actor) => caller(who).editRequests
const change = { title: 'Oiled oak chair', price: 90_000, tags: ['oiled'] }
const approve = (request: EditRequestDetail) => requests(admin).approve(expectedEdit(request))
const decisions = {
  approved: approve,
  'approved in part': (request: EditRequestDetail) =>
    requests(admin).approve({ ...expectedEdit(request), refused: [{ field: 'tags', ...why }] }),
  rejected: (request: EditRequestDetail) => requests(admin).reject({ ...expectedEdit(request), ...why }),
}

/** What an undo returns. */
const stored = async (id: string) => {
  const [row] = await app.sql`select status, title, price, tags, images, approved_price, edit_request_id,
    approved_version = version as "isAsApproved" from products where id = ${id}`
  return row
}

describe('an undo returns the fields, and the request waits again', () => {
  test.each(Object.entries(decisions))('after it was %s', async (_, decide) => {
    const { product, request, proposed } = await waitingEdit(testApp, { change, picture: true })
    const before = await stored(product.id)
    const live = product.images[0]?.path ?? ''
    const decided = await decide(request)
    await sweep(app, new Date(0))
    const undone = await requests(admin).undo(expectedEdit(decided))
    expect(await stored(product.id)).toEqual(before)
    expect(undone).toMatchObject({ status: 'pending', version: request.version + 1, decisions: [], rejectionReason: null, decidedAt: null })
    const moving = { version: 0, productVersion: 0, product: null, updated_at: '' }
    expect({ ...undone, ...moving }).toEqual({ ...request, ...moving })
    expect(undone.productVersion).toBeGreaterThanOrEqual(decided.productVersion ?? 0)
    expect([await isStored(testApp, live), await isStored(testApp, proposed)]).toEqual([true, true])
    const name = (await kindsOf(request.id))[1]?.replace('editRequest.a', 'A').replace('editRequest.r', 'R')
    expect(await kindsOf(request.id)).toEqual(['editRequest.create', expect.any(String), `editRequest.undo${name}`])
    const { rows } = await caller(admin).history.list({ type: 'product_edit', search: request.id })
    expect(rows).toHaveLength(3)
    await approve(undone)
    expect((await caller(seller).products.get({ id: product.id })).images.map(({ path }) => path)).toEqual([proposed])
  })
})

test('the seller’s notice is withdrawn, no mail is sent, and other admins’ notices are unread again', async () => {
  const someone = await testApp.person('Solveig')
  const { request } = await waitingEdit(testApp, { seller: someone })
  const own = async () => (await caller(someone).notifications.list({})).rows.filter(({ message }) => message.includes('change to'))
  const colleagues = async () =>
    (await caller(secondAdmin).notifications.list({})).rows.find(({ link }) => link?.includes(request.id))?.isRead
  await expect.poll(colleagues).toBe(false)
  const decided = await decisions.rejected(request)
  await expect.poll(async () => [(await own()).length, await colleagues()]).toEqual([1, true])
  await requests(admin).undo(expectedEdit(decided))
  await expect.poll(async () => [(await own()).length, await colleagues()]).toEqual([0, false])
  expect((await mailsTo(app, someone.email)).filter(({ text }) => text?.includes('was rejected'))).toEqual([])
})

test('what another admin marked read after the decision stays read', async () => {
  const someone = await testApp.person('Solvej')
  const { request } = await waitingEdit(testApp, { seller: someone })
  const notice = async () => (await caller(secondAdmin).notifications.list({})).rows.find(({ link }) => link?.includes(request.id))
  const told = async () => (await caller(someone).notifications.list({})).rows.filter(({ message }) => message.includes('change to')).length
  await expect.poll(async () => (await notice())?.isRead).toBe(false)
  const decided = await approve(request)
  await expect.poll(async () => [await told(), (await notice())?.isRead]).toEqual([1, true])
  await caller(secondAdmin).notifications.markRead({ ids: [(await notice())?.id ?? ''] })
  await requests(admin).undo(expectedEdit(decided))
  // The seller's notice is withdrawn by the transaction that returns the others.
  await expect.poll(told).toBe(0)
  expect((await notice())?.isRead).toBe(true)
})

describe('an undo is refused', () => {
  const refusals: Record<string, [(about: { id: string; product: string }) => Promise<unknown>, string, Actor?]> = {
    'after its time by the clock of the database': [({ id }) => makeOlder(app, id, limits.undo.ms), 'too-late'],
    'to another admin': [async () => {}, 'not-yours', secondAdmin],
    'after another change': [
      async ({ product }) => {
        const { version } = await caller(seller).products.get({ id: product })
        await caller(seller).products.edit({ id: product, version, change: { stock: 9 } })
      },
      'too-late',
    ],
    'after a new proposal': [
      async ({ product }) => {
        const { version } = await caller(seller).products.get({ id: product })
        await caller(seller).products.edit({ id: product, version, change: { title: 'Waxed chair' } })
      },
      'too-late',
    ],
    'after the product was archived': [({ product }) => caller(seller).products.archive({ id: product }), 'too-late'],
    'after an order': [({ product }) => placeOrder(app, admin, orderOf([product])), 'too-late'],
  }
  test.each(Object.entries(refusals))('%s', async (_, [happens, code, who = admin]) => {
    const { product, request } = await waitingEdit(testApp)
    const decided = await approve(request)
    await happens({ id: request.id, product: product.id })
    const before = await stored(product.id)
    await expect(requests(who).undo(expectedEdit(decided))).rejects.toMatchObject({ code })
    expect(await stored(product.id)).toEqual(before)
    expect((await kindsOf(request.id)).filter((kind) => kind.includes('undo'))).toEqual([])
  })

  test('a second time, and for a decision that was made in bulk', async () => {
    const decided = await approve((await waitingEdit(testApp)).request)
    await requests(admin).undo(expectedEdit(decided))
    await expect(requests(admin).undo(expectedEdit(decided))).rejects.toMatchObject({ code: 'too-late' })
    const { bulk, comesDue, done } = bulkOf(testApp)
    const { product } = await waitingEdit(testApp)
    const waiting = await requestFor(testApp, product)
    const { id, version, productVersion } = waiting
    const started = await bulk(admin).start({
      noun: 'editRequests',
      decision: 'approve',
      items: [{ id, version, productVersion, status: 'pending' }],
    } as never)
    await comesDue(started)
    await done(started)
    await expect(requests(admin).undo(expectedEdit(await requests(admin).get({ id })))).rejects.toMatchObject({ code: 'too-late' })
  })
})
