import { describe, expect, test, vi } from 'vitest'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import { openBulkRunner } from '#server/bulk-decisions/run-bulk-decisions.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { addLamps, bulkOf } from '#server/testing/bulk.ts'
import { neverRun } from '#server/testing/fixtures.ts'
import { blurred, expectedBy, pendingProduct } from '#server/testing/listing.ts'
import { addSession } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin, secondAdmin } = testApp
const { bulk, find, waiting, comesDue, done, statusesOf } = bulkOf(testApp)
const products = (who: Actor | null) => caller(who).products

describe('a bulk decision', () => {
  test('waits for ten seconds, visible to all admins, and decides nothing meanwhile', async () => {
    const some = await waiting(3)
    const hints: string[] = []
    const stop = app.feed.onHint(({ kind, itemId }) => kind === 'bulk.change' && hints.push(itemId))
    const before = Date.now()
    const started = await bulk(admin).start({ decision: 'approve', items: some.map(expectedBy) })
    const after = Date.now()
    expect(started).toMatchObject({ decision: 'approve', status: 'held', by: { id: admin.id, name: 'Ada' }, results: [], finishedAt: null })
    expect(started.items).toEqual(some.map(expectedBy))
    const runsAt = Date.parse(started.runsAt)
    expect(runsAt - before).toBeGreaterThan(limits.bulk.undoMs - 1_000)
    expect(runsAt - after).toBeLessThanOrEqual(limits.bulk.undoMs + 1_000)
    expect(await find(started, secondAdmin)).toEqual({ ...started, inThisSession: false })
    await neverRun(app)
    await vi.waitFor(() => expect(hints).toContain(started.id), { timeout: 50_000 })
    // A node that starts now finds nothing to do.
    await openBulkRunner(app).close()
    expect(await statusesOf(some)).toEqual(['pending', 'pending', 'pending'])
    await bulk(admin).undo({ id: started.id })
    stop()
  })

  test('is carried out in the name of its author, with the events and notifications of single decisions', async () => {
    const product = await pendingProduct(testApp, { fields: { title: 'Bulky chair' } })
    const started = await bulk(admin).start({ decision: 'reject', items: [expectedBy(product)], ...blurred })
    await comesDue(started)
    const finished = await done(started)
    expect(finished.results).toEqual([{ id: product.id, title: 'Bulky chair', code: null, message: null }])
    expect(finished.finishedAt).toMatch(/Z$/)
    expect(await products(seller).get({ id: product.id })).toMatchObject({
      status: 'rejected',
      rejectionReason: blurred.rejectionReason,
      rejection: { code: 'image_quality', fields: ['images'] },
    })
    expect((await products(admin).attempts({ id: product.id }))[0]).toMatchObject({ decidedBy: 'Ada', decision: 'rejected' })
    await expect
      .poll(async () => (await caller(seller).notifications.list({})).rows.map(({ message }) => message))
      .toContain('“Bulky chair” was rejected.')
  })

  test('refuses exactly the five products that changed meanwhile, each with its code and sentence, and decides all others', async () => {
    const some = await waiting(12)
    const [edited, taken, withdrawn, deleted, ownerless] = some as [Product, Product, Product, Product, Product]
    const started = await bulk(admin).start({ decision: 'approve', items: some.map(expectedBy) })
    // Until all five have changed.
    await neverRun(app)
    await products(seller).edit({ id: edited.id, version: edited.version, change: { title: 'Another lamp' } })
    await products(secondAdmin).reject({ ...expectedBy(taken), ...blurred })
    await products(seller).withdraw({ id: withdrawn.id })
    await products(seller).delete({ id: deleted.id })
    await app.sql`update products set seller_id = null where id = ${ownerless.id}`
    await comesDue(started)
    const { results } = await done(started)
    expect(results.map(({ id }) => id)).toEqual(some.map(({ id }) => id))
    expect(results.slice(0, 5)).toEqual([
      { id: edited.id, title: 'Another lamp', code: 'stale-version', message: expect.stringContaining('changed since you opened it') },
      { id: taken.id, title: 'Brass lamp', code: 'already-decided', message: 'Bert has since rejected this.' },
      { id: withdrawn.id, title: 'Brass lamp', code: 'stale-version', message: expect.any(String) },
      { id: deleted.id, title: 'Brass lamp', code: 'not-found', message: 'Product not found!' },
      { id: ownerless.id, title: 'Brass lamp', code: 'no-seller', message: 'Seller ID not found for this product' },
    ])
    expect(results.slice(5).map(({ code, message }) => [code, message])).toEqual(Array.from({ length: 7 }, () => [null, null]))
    expect(await statusesOf(some.slice(5))).toEqual(Array.from({ length: 7 }, () => 'approved'))
    expect(await statusesOf([edited, taken, withdrawn, ownerless])).toEqual(['pending', 'rejected', 'draft', 'pending'])
  })

  test('makes the sentences of its results from their names, and of a former version says what is stored', async () => {
    const [taken] = (await waiting(1)) as [Product]
    const unknown = { id: newId(), status: 'pending' as const, version: 1 }
    const started = await bulk(admin).start({ decision: 'approve', items: [unknown, expectedBy(taken)] })
    await neverRun(app)
    await products(secondAdmin).reject({ ...expectedBy(taken), ...blurred })
    await comesDue(started)
    const said = async () => (await done(started)).results.map(({ message }) => message)
    const sentences = ['Product not found!', 'Bert has since rejected this.']
    expect(await said()).toEqual(sentences)
    await app.sql`update bulk_results set message = 'As it was.' where bulk_id = ${started.id}`
    expect(await said()).toEqual(sentences)
    await app.sql`update bulk_results set named = null where bulk_id = ${started.id}`
    expect(await said()).toEqual(['As it was.', 'As it was.'])
  })

  test('reports an unknown product as not found, and decides the rest', async () => {
    const [one] = (await waiting(1)) as [Product]
    const unknown = newId()
    const items = [{ id: unknown, status: 'pending' as const, version: 1 }, expectedBy(one)]
    const started = await bulk(admin).start({ decision: 'approve', items })
    await comesDue(started)
    expect((await done(started)).results).toMatchObject([
      { id: unknown, title: unknown, code: 'not-found', message: 'Product not found!' },
      { id: one.id, code: null },
    ])
  })

  test('of a thousand items is carried out completely; one of 1,001, of none, or of the same item twice is refused', {
    timeout: 300_000,
  }, async () => {
    const many = Array.from({ length: 1_001 }, () => ({ id: newId(), status: 'pending' as const, version: 1 }))
    await addLamps(app, seller.id, many)
    await expect(bulk(admin).start({ decision: 'approve', items: many })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'At most 1000 items can be decided on at once.',
      data: { field: 'items' },
    })
    const [first] = many as [(typeof many)[number]]
    await expect(bulk(admin).start({ decision: 'approve', items: [first, { ...first, version: 2 }] })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'An item is named twice.',
    })
    await expect(bulk(admin).start({ decision: 'approve', items: [] })).rejects.toMatchObject({ code: 'invalid-argument' })
    const whole = many.slice(0, 1_000)
    const started = await bulk(admin).start({ decision: 'approve', items: whole })
    await comesDue(started)
    // Eight round trips to the database per item, each of which waits for its turn on a loaded processor.
    const { results } = await done(started, 280_000)
    expect(results.filter(({ code }) => code !== null)).toEqual([])
    expect(results).toHaveLength(1_000)
    expect(await app.sql`select from products where status = 'approved' and id = any(${whole.map(({ id }) => id)}::text[])`).toHaveLength(
      1_000,
    )
  })

  test('needs a reason to reject', async () => {
    const [one] = (await waiting(1)) as [Product]
    await expect(bulk(admin).start({ decision: 'reject', items: [expectedBy(one)] } as never)).rejects.toMatchObject({
      code: 'invalid-argument',
    })
  })

  test('started again with its key after a lost answer is the same one, and the same key of another admin starts another', async () => {
    const some = await waiting(2)
    const input = { decision: 'approve' as const, items: some.map(expectedBy), key: crypto.randomUUID() }
    const [first, again] = await Promise.all([bulk(admin).start(input), bulk(admin).start(input)])
    expect(again).toEqual(first)
    expect((await bulk(admin).list()).filter(({ items }) => items.some(({ id }) => id === some[0]?.id))).toEqual([
      { ...first, inThisSession: true },
    ])
    await neverRun(app)
    await bulk(admin).undo({ id: first.id })
    expect(await bulk(admin).start(input)).toMatchObject({ id: first.id, status: 'undone' })
    const other = await bulk(secondAdmin).start(input)
    expect(other).toMatchObject({ status: 'held', by: { id: secondAdmin.id } })
    expect(other.id).not.toBe(first.id)
    await bulk(secondAdmin).undo({ id: other.id })
  })

  test('shows whether it was started in this session, because one of another device goes on when its author signs out here', async () => {
    const elsewhere = { ...admin, ...(await addSession(app.db, admin.id)) }
    const started = await bulk(elsewhere).start({ decision: 'approve', items: (await waiting(1)).map(expectedBy) })
    await neverRun(app)
    expect(await find(started)).toMatchObject({ by: { id: admin.id }, inThisSession: false })
    expect(await find(started, elsewhere)).toMatchObject({ by: { id: admin.id }, inThisSession: true })
    await bulk(admin).undo({ id: started.id })
  })

  test('is refused once the session has ended', async () => {
    const [one] = (await waiting(1)) as [Product]
    const input = { decision: 'approve' as const, items: [expectedBy(one)] }
    const gone = { ...admin, ...(await addSession(app.db, admin.id)) }
    await app.sql`delete from sessions where id = ${gone.sessionId}`
    const before = (await bulk(admin).list()).length
    await expect(bulk(gone).start(input)).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await bulk(admin).list()).toHaveLength(before)
  })

  test('is listed for a while after it was finished, and to its author until they dismiss it', async () => {
    const [one] = (await waiting(1)) as [Product]
    const started = await bulk(admin).start({ decision: 'approve', items: [expectedBy(one)] })
    await comesDue(started)
    await done(started)
    await app.sql`update bulk_decisions set finished_at = now() - ${limits.bulk.shownMs + 1_000} * interval '1 millisecond' where id = ${started.id}`
    expect(await find(started, secondAdmin)).toBeUndefined()
    expect(await find(started)).toMatchObject({ status: 'done', results: [{ id: one.id }] })
    await expect(bulk(secondAdmin).dismiss({ id: started.id })).rejects.toMatchObject({ code: 'not-yours' })
    expect(await find(started)).toBeDefined()
    expect(await bulk(admin).dismiss({ id: started.id })).toEqual({})
    expect(await bulk(admin).dismiss({ id: started.id })).toEqual({})
    expect(await find(started)).toBeUndefined()
  })

  test('that was dismissed disappears only for its author, and not before it is done', async () => {
    const [one] = (await waiting(1)) as [Product]
    const started = await bulk(admin).start({ decision: 'approve', items: [expectedBy(one)] })
    await neverRun(app)
    await bulk(admin).dismiss({ id: started.id })
    expect(await find(started)).toMatchObject({ status: 'held' })
    await comesDue(started)
    await vi.waitFor(async () => expect(await find(started)).toBeUndefined(), { timeout: 50_000 })
    expect(await find(started, secondAdmin)).toMatchObject({ status: 'done' })
  })
})
