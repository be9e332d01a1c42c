import { describe, expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import { sweep } from '#server/files/sweep.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { bulkOf } from '#server/testing/bulk.ts'
import { expectedEdit, waitingEdit } from '#server/testing/edits.ts'
import { makeOlder } from '#server/testing/fixtures.ts'
import { approvedProduct, blurred, expectedBy, isStored, pendingProduct, rejectedProduct } from '#server/testing/listing.ts'
import { mailsTo } from '#server/testing/mails.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin, secondAdmin, kindsOf } = testApp
const products = (who: Actor) => caller(who).products
const code = (wanted: string) => expect.objectContaining({ code: wanted })

/** What an undo returns; the moment of the last change and the version move on. */
const stored = async (id: string) => {
  const [row] =
    await app.sql`select status, rejection_reason, rejection_code, rejection_fields, approved_price, archived_by_admin, edit_request_id,
    approved_version is not distinct from version as "isAsApproved", version, status_updated_at as at from products where id = ${id}`
  const { version, at, ...state } = row as { version: number; at: string }
  return { version, at, state }
}

const taken = { ...blurred, code: 'counterfeit' as const, rejectionReason: 'This is not what it claims to be.' }
const resubmitted = async () => products(seller).submit({ id: (await rejectedProduct(testApp)).id })
const archivedByAdmin = async () => products(secondAdmin).archive({ id: (await approvedProduct(testApp)).id })
const repriced = async () => {
  const rejected = await products(secondAdmin).reject({ ...expectedBy(await approvedProduct(testApp)), ...blurred })
  const { id } = await products(seller).edit({ id: rejected.id, version: rejected.version, change: { price: 99_000 } })
  return products(seller).submit({ id })
}

describe('an undo returns what the decision changed', () => {
  const decisions: Record<string, [() => Promise<Product>, Actor, (product: Product) => Promise<Product>, string]> = {
    'the approval of a new product': [() => pendingProduct(testApp), admin, (p) => products(admin).approve(expectedBy(p)), 'Approve'],
    'the approval of a rejected product, with the reason': [
      () => rejectedProduct(testApp),
      admin,
      (p) => products(admin).approve(expectedBy(p)),
      'Approve',
    ],
    'the approval of another price, with the last approved price': [
      repriced,
      admin,
      (p) => products(admin).approve(expectedBy(p)),
      'Approve',
    ],
    'a rejection': [() => pendingProduct(testApp), admin, (p) => products(admin).reject({ ...expectedBy(p), ...taken }), 'Reject'],
    'the second rejection, with the first reason': [
      resubmitted,
      admin,
      (p) => products(admin).reject({ ...expectedBy(p), ...taken }),
      'Reject',
    ],
    'a take-down': [() => approvedProduct(testApp), admin, (p) => products(admin).reject({ ...expectedBy(p), ...taken }), 'Reject'],
    'a take-down of what an admin archived, with that mark': [
      archivedByAdmin,
      admin,
      (p) => products(admin).reject({ ...expectedBy(p), ...taken }),
      'Reject',
    ],
    'an archiving by an admin': [() => approvedProduct(testApp), admin, ({ id }) => products(admin).archive({ id }), 'Archive'],
    'an archiving by the owner': [() => approvedProduct(testApp), seller, ({ id }) => products(seller).archive({ id }), 'Archive'],
  }

  test.each(Object.entries(decisions))('%s', async (_, [make, who, decide, name]) => {
    const { id } = await make()
    const before = await stored(id)
    const kinds = await kindsOf(id)
    const decided = await decide(await products(who).get({ id }))
    const undone = await products(who).undo(expectedBy(decided))
    const after = await stored(id)
    expect(after.state).toEqual(before.state)
    expect(undone).toMatchObject({ status: (before.state as { status?: string }).status, version: decided.version + 1 })
    expect(after.version).toBeGreaterThan(before.version)
    expect(after.at > before.at && undone.updatedAt >= decided.updatedAt).toBe(true)
    expect(await kindsOf(id)).toEqual([...kinds, `product.${name.toLowerCase()}`, `product.undo${name}`])
  })

  test('a superseded request, with its pictures', async () => {
    const { product, request, proposed } = await waitingEdit(testApp, { picture: true })
    const taking = await products(admin).reject({ ...expectedBy(product), ...taken })
    expect(await caller(admin).editRequests.get({ id: request.id })).toMatchObject({ status: 'superseded' })
    await sweep(app, new Date(0))
    expect(await products(admin).undo(expectedBy(taking))).toMatchObject({ status: 'approved', editRequestId: request.id })
    const again = await caller(admin).editRequests.get({ id: request.id })
    expect(again).toMatchObject({ status: 'pending', version: request.version + 1 })
    expect(await kindsOf(request.id)).toEqual(['editRequest.create', 'editRequest.supersede', 'editRequest.reopen'])
    expect(await isStored(testApp, proposed)).toBe(true)
    await caller(admin).editRequests.approve(expectedEdit(again))
    expect((await products(seller).get({ id: product.id })).images.map(({ path }) => path)).toEqual([proposed])
  })
})

test('history has the decision and its undo under one type; attempts and figures count neither', async () => {
  const someone = await testApp.person('Sigrun')
  const product = await pendingProduct(testApp, { seller: someone })
  const { id } = product
  await products(admin).undo(expectedBy(await products(admin).approve(expectedBy(product))))
  const { rows } = await caller(admin).history.list({ type: 'product_approval', search: id })
  expect(rows.map(({ kind, description }) => [kind, description])).toEqual([
    ['product.undoApprove', 'The approval of “Oak chair” was undone.'],
    ['product.approve', '“Oak chair” was approved.'],
  ])
  expect((await products(admin).attempts({ id })).map(({ decision }) => decision)).toEqual([null])
  expect(await products(admin).sellerRecord({ seller_id: someone.id })).toMatchObject({ approvals: 0, rejections: 0 })
  expect((await caller(admin).history.list({ decision: 'any', search: id })).rows).toEqual([])
  const counted = () =>
    app.sql`select d.waited_ms is not null as waited from decisions d join events e on e.id = d.event_id where e.item_id = ${id}`
  await expect.poll(counted).toEqual([])
  await products(admin).approve(expectedBy(await products(admin).get({ id })))
  await expect.poll(counted).toEqual([{ waited: true }])
})

test('the notice is withdrawn, and no mail is sent', async () => {
  const someone = await testApp.person('Solveig')
  const kept = await pendingProduct(testApp, { seller: someone, fields: { title: 'Kept lamp' } })
  const undone = await pendingProduct(testApp, { seller: someone })
  const decided = await products(admin).reject({ ...expectedBy(undone), ...blurred })
  const notices = async () => (await caller(someone).notifications.list({})).rows.map(({ message }) => message)
  await expect.poll(notices).toEqual(['“Oak chair” was rejected.'])
  const due =
    await app.sql`select due_at > created_at + ${limits.undo.ms} * interval '1 millisecond' as later from outgoing_mails where recipient = ${someone.email}`
  expect(due).toEqual([{ later: true }])
  await products(admin).undo(expectedBy(decided))
  await expect.poll(notices).toEqual([])
  await products(admin).approve(expectedBy(kept))
  await expect.poll(notices).toEqual(['“Kept lamp” was approved.'])
  expect((await mailsTo(app, someone.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('Kept lamp')])
})

describe('an undo is refused', () => {
  const approved = () => approvedProduct(testApp)
  const refusals: Record<string, [(product: Product) => Promise<unknown>, string, Actor?]> = {
    'after its time by the clock of the database': [({ id }) => makeOlder(app, id, limits.undo.ms), 'too-late'],
    'to another admin': [async () => {}, 'not-yours', secondAdmin],
    'to the owner': [async () => {}, 'not-yours', seller],
    'to another seller, as unknown': [async () => {}, 'not-found', rival],
    'after an edit': [({ id, version }) => products(seller).edit({ id, version, change: { stock: 9 } }), 'too-late'],
    'after a proposed change': [({ id, version }) => products(seller).edit({ id, version, change: { title: 'Oiled chair' } }), 'too-late'],
    'after a change that was proposed and withdrawn again': [
      async ({ id, version }) => {
        const { editRequestId } = await products(seller).edit({ id, version, change: { title: 'Oiled chair' } })
        await caller(seller).editRequests.withdraw({ id: editRequestId ?? '' })
      },
      'too-late',
    ],
    'after another decision': [({ id }) => products(seller).archive({ id }), 'too-late'],
    'after an order': [({ id }) => placeOrder(app, admin, orderOf([id])), 'too-late'],
    'after a message about it': [
      async ({ id }) => {
        const chat = await caller(seller).chats.open({})
        await caller(seller).chats.send({ id: chat.id, clientId: newId(), text: `Thank you for /seller/products/edit/${id}` })
      },
      'too-late',
    ],
    'a second time': [(product) => products(admin).undo(expectedBy(product)), 'too-late'],
    'once its record was erased': [
      ({ id }) => app.sql`update event_details set before = null where event_id = (select max(id) from events where item_id = ${id})`,
      'too-late',
    ],
  }

  test.each(Object.entries(refusals))('%s', async (_, [happens, refusal, who = admin]) => {
    const product = await approved()
    await happens(product)
    const before = await stored(product.id)
    const kinds = await kindsOf(product.id)
    await expect(products(who).undo(expectedBy(product))).rejects.toEqual(code(refusal))
    expect(await stored(product.id)).toEqual(before)
    expect(await kindsOf(product.id)).toEqual(kinds)
  })

  test('a moment before its time it is allowed', async () => {
    const product = await approved()
    await makeOlder(app, product.id, limits.undo.ms - 10_000)
    expect(await products(admin).undo(expectedBy(product))).toMatchObject({ status: 'pending' })
  })

  test('to an author who was suspended or is no admin any more', async () => {
    for (const [set, refusal] of [
      ["status = 'suspended'", 'account-suspended'],
      ["role = 'seller'", 'not-allowed'],
    ] as const) {
      const author = await testApp.person('Doris', { role: 'admin' })
      const product = await products(author).approve(expectedBy(await pendingProduct(testApp)))
      await app.sql`update users set ${app.sql.unsafe(set)} where id = ${author.id}`
      await expect(products(author).undo(expectedBy(product))).rejects.toEqual(code(refusal))
      expect(await products(seller).get({ id: product.id })).toMatchObject({ status: 'approved' })
    }
  })

  test('for a product whose seller has closed the account meanwhile', async () => {
    const product = await approved()
    const takenDown = await products(admin).reject({ ...expectedBy(product), ...taken })
    const gone = await testApp.person('Clovis', { status: 'closed' })
    await app.sql`update products set seller_id = ${gone.id} where id = ${product.id}`
    await expect(products(admin).undo(expectedBy(takenDown))).rejects.toEqual(code('seller-closed'))
  })

  test('for a decision that was made in bulk', async () => {
    const { bulk, comesDue, done } = bulkOf(testApp)
    const product = await pendingProduct(testApp)
    const started = await bulk(admin).start({ decision: 'approve', items: [expectedBy(product)] })
    await comesDue(started)
    await done(started)
    await expect(products(admin).undo(expectedBy(await products(admin).get({ id: product.id })))).rejects.toEqual(code('too-late'))
  })
})

test('of an undo and an edit at once, one takes effect', async () => {
  for (let round = 0; round < 5; round++) {
    const product = await approvedProduct(testApp)
    const [undo, edit] = await Promise.allSettled([
      products(admin).undo(expectedBy(product)),
      products(seller).edit({ id: product.id, version: product.version, change: { stock: 7 } }),
    ])
    if (undo.status === 'fulfilled') continue
    expect(undo.reason).toMatchObject({ code: 'too-late' })
    expect(edit.status).toBe('fulfilled')
  }
})
