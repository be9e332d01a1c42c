import { describe, expect, test, vi } from 'vitest'
import type { Actor } from '#domain/user.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { approvedProduct, blurred, chair, expectedBy, pendingProduct, rejectedProduct } from '#server/testing/listing.ts'
import { addSession } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, admin, secondAdmin, kindsOf } = testApp
const products = (who: Actor | null) => caller(who).products
const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.code)).sort()

describe('withdrawing', () => {
  test('takes the product out of the queue and makes it a draft; it can be fixed and submitted again', async () => {
    const product = await pendingProduct(testApp)
    expect(await products(seller).withdraw({ id: product.id })).toMatchObject({ status: 'draft', version: product.version })
    expect((await products(admin).queue({ seller_id: seller.id })).rows.map(({ id }) => id)).not.toContain(product.id)
    await expect(products(admin).approve(expectedBy(product))).rejects.toMatchObject({ code: 'stale-version' })
    expect(await products(seller).submit({ id: product.id })).toMatchObject({ status: 'pending' })
    expect((await products(seller).attempts({ id: product.id })).map(({ decision }) => decision)).toEqual(['withdrawn', null])
  })

  test('keeps the reason of an earlier rejection', async () => {
    const product = await rejectedProduct(testApp)
    await products(seller).submit({ id: product.id })
    expect(await products(seller).withdraw({ id: product.id })).toMatchObject({ rejectionReason: blurred.rejectionReason })
  })

  test('makes a draft of a creation whose pictures do not arrive', async () => {
    const { id } = await products(seller).create({ ...chair(), draft: false, imagesFollow: true })
    expect(await products(seller).withdraw({ id })).toMatchObject({ status: 'draft', unfinished: false })
  })

  test('twice at once happens once', async () => {
    const { id } = await pendingProduct(testApp)
    const both = await outcomes([products(seller).withdraw({ id }), products(seller).withdraw({ id })])
    expect(both).toEqual(['done', 'wrong-status'])
    expect(await kindsOf(id)).toEqual(['product.create', 'product.submit', 'product.withdraw'])
  })

  test('while an admin decides: one of the two succeeds and the other is refused', async () => {
    const product = await pendingProduct(testApp)
    const both = await outcomes([products(seller).withdraw({ id: product.id }), products(admin).approve(expectedBy(product))])
    expect(both).toContain('done')
    expect(['stale-version', 'wrong-status']).toContain(both.find((outcome) => outcome !== 'done'))
    expect(await kindsOf(product.id)).toHaveLength(3)
  })

  test('is refused once the session has ended', async () => {
    const { id } = await pendingProduct(testApp)
    const elsewhere = { ...seller, ...(await addSession(app.db, seller.id)) }
    await app.sql`delete from sessions where id = ${elsewhere.sessionId}`
    await expect(products(elsewhere).withdraw({ id })).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await products(seller).get({ id })).toMatchObject({ status: 'pending' })
  })
})

describe('archiving and restoring', () => {
  test('puts a product that did not change since its approval back on sale at once', async () => {
    const product = await approvedProduct(testApp)
    const archived = await products(seller).archive({ id: product.id })
    expect(archived).toMatchObject({ status: 'archived', archivedByAdmin: false, approvedPrice: 12_000 })
    expect(await products(seller).restore({ id: product.id })).toMatchObject({ status: 'approved', version: product.version })
    expect((await kindsOf(product.id)).slice(3)).toEqual(['product.archive', 'product.restore'])
  })

  test('sends a product that was edited meanwhile back to review, as a new submission', async () => {
    const { id, version } = await approvedProduct(testApp)
    await products(seller).archive({ id })
    await products(seller).edit({ id, version, change: { title: 'Oak throne' } })
    const before = Date.now()
    const restored = await products(seller).restore({ id })
    expect(restored).toMatchObject({ status: 'pending', version: version + 1 })
    expect(Date.parse(restored.submittedAt ?? '')).toBeGreaterThanOrEqual(before - 1_000)
    expect((await products(admin).queue({ search: 'Oak throne' })).rows).toMatchObject([{ id }])
    expect((await kindsOf(id)).slice(3)).toEqual(['product.archive', 'product.edit', 'product.restore', 'product.submit'])
    expect((await products(admin).attempts({ id })).map(({ number, decision }) => [number, decision])).toEqual([
      [1, 'approved'],
      [2, null],
    ])
  })

  test('sends a product back to review whose price fell by ninety percent meanwhile, or by one cent', async () => {
    for (const price of [1_200, 11_999]) {
      const { id, version } = await approvedProduct(testApp)
      await products(seller).archive({ id })
      await products(seller).edit({ id, version, change: { price } })
      expect(await products(seller).restore({ id })).toMatchObject({ status: 'pending', price, approvedPrice: 12_000 })
    }
  })

  test('needs no review for a new stock or SKU', async () => {
    const { id, version } = await approvedProduct(testApp)
    await products(seller).archive({ id })
    await products(seller).edit({ id, version, change: { stock: 99, sku: newId() } })
    expect(await products(seller).restore({ id })).toMatchObject({ status: 'approved', stock: 99 })
  })

  test('needs review even if the approved values were put back: the product was changed', async () => {
    const { id, version } = await approvedProduct(testApp)
    await products(seller).archive({ id })
    const changed = await products(seller).edit({ id, version, change: { title: 'Something else' } })
    await products(seller).edit({ id, version: changed.version, change: { title: 'Oak chair' } })
    expect(await products(seller).restore({ id })).toMatchObject({ status: 'pending' })
  })

  test('needs no review once it was approved again', async () => {
    const { id, version } = await approvedProduct(testApp)
    await products(seller).archive({ id })
    await products(seller).edit({ id, version, change: { title: 'Oak stool' } })
    await products(admin).approve(expectedBy(await products(seller).restore({ id })))
    await products(seller).archive({ id })
    expect(await products(seller).restore({ id })).toMatchObject({ status: 'approved', title: 'Oak stool' })
  })

  test('is for admins only if an admin archived it, and the seller reads why', async () => {
    const { id } = await approvedProduct(testApp)
    expect(await products(admin).archive({ id })).toMatchObject({ status: 'archived', archivedByAdmin: true })
    await expect(products(seller).restore({ id })).rejects.toMatchObject({
      code: 'archived-by-admin',
      status: 403,
      message: 'An administrator archived this, so only an administrator can restore it.',
    })
    await expect(products(rival).restore({ id })).rejects.toMatchObject({ code: 'not-found' })
    expect(await products(secondAdmin).restore({ id })).toMatchObject({ status: 'approved', archivedByAdmin: false })
    await products(seller).archive({ id })
    expect(await products(seller).restore({ id })).toMatchObject({ status: 'approved' })
  })

  test('of an incomplete product, such as an imported one, is refused and the missing field is named', async () => {
    const { id } = await approvedProduct(testApp)
    await products(seller).archive({ id })
    await app.sql`update products set description = '', category = null where id = ${id}`
    await expect(products(seller).restore({ id })).rejects.toMatchObject({
      code: 'incomplete-product',
      data: { field: 'description', missing: ['description', 'category'] },
    })
    await app.sql`update products set description = 'Solid.', category = 'Home', seller_id = null where id = ${id}`
    await expect(products(admin).restore({ id })).rejects.toMatchObject({
      code: 'no-seller',
      message: 'Seller ID not found for this product',
    })
    expect(await products(admin).get({ id })).toMatchObject({ status: 'archived' })
  })

  test.each(['archive', 'restore'] as const)('%s twice at once happens once', async (move) => {
    const { id } = await approvedProduct(testApp)
    if (move === 'restore') await products(seller).archive({ id })
    const events = (await kindsOf(id)).length
    const both = await outcomes([products(seller)[move]({ id }), products(admin)[move]({ id })])
    expect(both).toEqual(['done', 'wrong-status'])
    expect(await kindsOf(id)).toHaveLength(events + 1)
  })

  test('from a wrong status is refused with the fresh product', async () => {
    const pending = await pendingProduct(testApp)
    await expect(products(seller).archive({ id: pending.id })).rejects.toMatchObject({
      code: 'wrong-status',
      data: { fresh: { id: pending.id, status: 'pending' } },
    })
    await expect(products(admin).restore({ id: pending.id })).rejects.toMatchObject({ code: 'wrong-status' })
    const approved = await approvedProduct(testApp)
    await expect(products(seller).withdraw({ id: approved.id })).rejects.toMatchObject({ code: 'wrong-status' })
  })
})

describe('between two admins', () => {
  test('a take-down of a product that was archived meanwhile is refused, and succeeds with the new status', async () => {
    const product = await approvedProduct(testApp)
    await products(seller).archive({ id: product.id })
    await expect(products(admin).reject({ ...expectedBy(product), ...blurred })).rejects.toMatchObject({
      code: 'stale-version',
      data: { fresh: { status: 'archived' } },
    })
    const fresh = await products(admin).get({ id: product.id })
    expect(await products(admin).reject({ ...expectedBy(fresh), version: 0, ...blurred })).toMatchObject({ status: 'rejected' })
  })

  test('one takes a rejection back: the product is on sale without a resubmission, and can be restored freely later', async () => {
    const product = await rejectedProduct(testApp)
    expect(await products(secondAdmin).approve(expectedBy(product))).toMatchObject({ status: 'approved', rejectionReason: null })
    await products(seller).archive({ id: product.id })
    expect(await products(seller).restore({ id: product.id })).toMatchObject({ status: 'approved' })
  })

  test('taking a rejection back is refused if the seller has changed the product since', async () => {
    const product = await rejectedProduct(testApp)
    await products(seller).edit({ id: product.id, version: product.version, change: { title: 'Oak bench' } })
    await expect(products(admin).approve(expectedBy(product))).rejects.toMatchObject({ code: 'stale-version' })
  })
})

describe('the seller is notified', () => {
  const bellOf = async (who: Actor, productId: string) =>
    (await caller(who).notifications.list({ limit: 100 })).rows.filter((notice) => notice.productId === productId)
  const heard = (who: Actor, productId: string, wanted: unknown[]) =>
    vi.waitFor(
      async () => expect((await bellOf(who, productId)).map(({ message, isRead }) => `${isRead ? '✓' : '•'} ${message}`)).toEqual(wanted),
      {
        timeout: 50_000,
        interval: 20,
      },
    )

  test('of what admins archive, restore and take down, with the reason, and of nothing they do themselves', async () => {
    const { id, version } = await approvedProduct(testApp, { fields: { title: 'Told chair' } })
    await products(seller).archive({ id })
    await products(seller).restore({ id })
    await products(admin).archive({ id })
    await products(admin).restore({ id })
    await products(admin).reject({ id, status: 'approved', version, ...blurred })
    await heard(seller, id, [
      '• “Told chair” was taken down.',
      '• “Told chair” was restored by an administrator.',
      '• “Told chair” was archived by an administrator.',
      '• “Told chair” was approved.',
    ])
    expect(await bellOf(seller, id)).toMatchObject([
      { status: 'rejected', reason: blurred.rejectionReason },
      { status: 'approved', reason: null },
      { status: 'archived', reason: null },
      { status: 'approved' },
    ])
    await heard(admin, id, ['✓ “Told chair” is awaiting review.'])
  })

  test('that an admin restored their changed product to review; this stays unread when it is decided, the admins’ notifications do not', async () => {
    const { id, version } = await approvedProduct(testApp, { fields: { title: 'Changed chair' } })
    await products(seller).archive({ id })
    await products(seller).edit({ id, version, change: { title: 'Changed stool' } })
    const restored = await products(admin).restore({ id })
    await heard(secondAdmin, id, ['• “Changed stool” is awaiting review.', '✓ “Changed chair” is awaiting review.'])
    await products(admin).approve(expectedBy(restored))
    await heard(secondAdmin, id, ['✓ “Changed stool” is awaiting review.', '✓ “Changed chair” is awaiting review.'])
    await heard(seller, id, [
      '• “Changed stool” was approved.',
      '• “Changed stool” was restored by an administrator and is awaiting review.',
      '• “Changed chair” was approved.',
    ])
  })

  test('and withdrawing leaves nothing unread for the admins', async () => {
    const { id } = await pendingProduct(testApp, { fields: { title: 'Shy chair' } })
    await heard(admin, id, ['• “Shy chair” is awaiting review.'])
    await products(seller).withdraw({ id })
    await heard(admin, id, ['✓ “Shy chair” is awaiting review.'])
  })

  test('and the history has an admin’s restoring as an approval, the seller’s as an edit', async () => {
    const { id } = await approvedProduct(testApp)
    await products(admin).archive({ id })
    await products(admin).restore({ id })
    await products(seller).archive({ id })
    await products(seller).restore({ id })
    const { rows } = await caller(admin).history.list({ limit: 4 })
    expect(rows.map(({ kind, type, user }) => [kind, type, user])).toEqual([
      ['product.restore', 'product_edit', 'Sela'],
      ['product.archive', 'product_edit', 'Sela'],
      ['product.restore', 'product_approval', 'Ada'],
      ['product.archive', 'product_edit', 'Ada'],
    ])
  })
})
