import { describe, expect, test, vi } from 'vitest'
import type { Actor } from '#domain/user.ts'
import { openBulkRunner } from '#server/bulk-decisions/run-bulk-decisions.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { addLamps, bulkOf } from '#server/testing/bulk.ts'
import { neverRun } from '#server/testing/fixtures.ts'
import { blurred, expectedBy, pendingProduct } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, admin, secondAdmin } = testApp
const { bulk, waiting, comesDue, done, statusesOf, decisionsOn } = bulkOf(testApp)

describe('an author who may no longer decide when a bulk decision is due', () => {
  test.each([
    ['not-signed-in', 'signed out', async (who: Actor) => app.sql`delete from sessions where id = ${who.sessionId}`],
    ['not-signed-in', 'signed out', async (who: Actor) => app.sql`update sessions set expires_at = now() where id = ${who.sessionId}`],
    ['account-suspended', 'suspended', async (who: Actor) => app.sql`update users set status = 'suspended' where id = ${who.id}`],
    ['not-allowed', 'no longer an administrator', async (who: Actor) => app.sql`update users set role = 'seller' where id = ${who.id}`],
  ])('decides nothing: %s (%s)', async (code, words, happens) => {
    const author = await testApp.person('Doris', { role: 'admin' })
    const some = await waiting(2)
    const started = await bulk(author).start({ decision: 'approve', items: some.map(expectedBy) })
    await neverRun(app)
    await happens(author)
    await comesDue(started)
    const { results } = await done(started)
    expect(results.map((result) => result.code)).toEqual([code, code])
    for (const { message } of results) expect(message).toContain(words)
    expect(await statusesOf(some)).toEqual(['pending', 'pending'])
  })
})

describe('when Backstall is restarted', () => {
  test('a bulk decision stays held, can still be undone, and runs when it is due', async () => {
    const other = await openTestApp()
    const one = await pendingProduct(other)
    const two = await pendingProduct(other)
    const mine = other.caller(other.admin)
    const untouched = await mine.bulkDecisions.start({ decision: 'approve', items: [expectedBy(one)] })
    const undone = await mine.bulkDecisions.start({ decision: 'approve', items: [expectedBy(two)] })
    // A restart may take longer than their ten seconds.
    await neverRun(other.app)
    await other.restart()
    expect((await mine.bulkDecisions.list()).map(({ id, status }) => [id, status])).toEqual([
      [undone.id, 'held'],
      [untouched.id, 'held'],
    ])
    expect(await mine.bulkDecisions.undo({ id: undone.id })).toMatchObject({ status: 'undone' })
    await other.app.sql`update bulk_decisions set runs_at = now()`
    await vi.waitFor(async () => expect(await mine.products.get({ id: one.id })).toMatchObject({ status: 'approved' }), { timeout: 50_000 })
    expect(await mine.products.get({ id: two.id })).toMatchObject({ status: 'pending' })
  })

  test('in the middle of a bulk decision, the rest follows, and nothing is decided or reported twice', async () => {
    const other = await openTestApp()
    const { sql } = other.app
    const items = Array.from({ length: 300 }, () => ({ id: newId(), status: 'pending' as const, version: 1 }))
    await addLamps(other.app, other.seller.id, items)
    const mine = other.caller(other.admin)
    await mine.bulkDecisions.start({ decision: 'approve', items })
    await sql`update bulk_decisions set runs_at = now()`
    for (let restarts = 0; restarts < 3; restarts++) {
      const [{ had } = { had: 0 }] = await sql<{ had: number }[]>`select done as had from bulk_decisions`
      await vi.waitFor(
        async () => expect((await mine.bulkDecisions.list())[0]?.results.length).toBeGreaterThan(Math.min(had, items.length - 1)),
        { timeout: 50_000, interval: 1 },
      )
      await other.restart()
    }
    await vi.waitFor(async () => expect((await mine.bulkDecisions.list())[0]?.status).toBe('done'), { timeout: 50_000, interval: 20 })
    const [finished] = await mine.bulkDecisions.list()
    expect(finished?.results.map(({ id, code }) => [id, code])).toEqual(items.map(({ id }) => [id, null]))
    expect(await sql`select from events where kind = 'product.approve'`).toHaveLength(300)
  })
})

test('several nodes share bulk decisions without conflicts', async () => {
  const nodes = [openBulkRunner(app), openBulkRunner(app), openBulkRunner(app)]
  const lots = await Promise.all([1, 2, 3, 4].map(() => waiting(15)))
  const started = await Promise.all(
    lots.map((some, at) => bulk(at % 2 ? admin : secondAdmin).start({ decision: 'approve', items: some.map(expectedBy) })),
  )
  await Promise.all(started.map(comesDue))
  for (const [at, one] of started.entries()) {
    const { results } = await done(one)
    expect(results.map(({ id, code }) => [id, code])).toEqual(lots[at]?.map(({ id }) => [id, null]))
    expect(await decisionsOn(lots[at] ?? [])).toHaveLength(15)
  }
  await Promise.all(nodes.map(({ close }) => close()))
})

test('when two admins decide the same products at once, each product is decided once, and the other admin gets a refusal', async () => {
  const some = await waiting(10)
  const items = some.map(expectedBy)
  const [approving, rejecting] = await Promise.all([
    bulk(admin).start({ decision: 'approve', items }),
    bulk(secondAdmin).start({ decision: 'reject', items, ...blurred }),
  ])
  await app.sql`update bulk_decisions set runs_at = now() where id = any(${[approving.id, rejecting.id]}::text[])`
  const mine = await done(approving)
  const theirs = await done(rejecting)
  expect(await decisionsOn(some)).toHaveLength(10)
  for (const [at] of some.entries()) {
    const codes = [mine.results[at]?.code, theirs.results[at]?.code]
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes).toContain('already-decided')
  }
})
