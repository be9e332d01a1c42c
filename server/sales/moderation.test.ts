import { expect, test } from 'vitest'
import type { HistoryFilters } from '#contract/history.ts'
import type { HistoryLog } from '#domain/event.ts'
import { addDays } from '#domain/sales-rules.ts'
import { rebuildSales } from '#server/sales/rebuild-sales.ts'
import { expectedEdit, waitingEdit, why } from '#server/testing/edits.ts'
import { makeOlder } from '#server/testing/fixtures.ts'
import { approvedProduct, blurred, pendingProduct } from '#server/testing/listing.ts'
import { allRows } from '#server/testing/pages.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, admin, secondAdmin, caller, person } = testApp
const sales = caller(admin).sales
const { day: today } = await sales.today()
const hours = 3_600_000
const range = { from: addDays(today, -1), to: addDays(today, 1) }

test('decisions are counted with their admins, their reasons and how long each had waited', async () => {
  expect(await sales.moderation(range)).toEqual({
    range,
    waiting: { products: 0, edits: 0, oldest: null, oldestOf: null, medianAgeMs: null },
    decisions: 0,
    approved: 0,
    rejected: 0,
    medianMs: null,
    p90Ms: null,
    reasons: [],
    admins: [],
  })
  const products = []
  for (let n = 0; n < 3; n++) products.push(await approvedProduct(testApp))
  await caller(secondAdmin).products.reject({ ...(await pendingProduct(testApp)), ...blurred })
  // A take-down did not wait.
  await caller(admin).products.reject({ ...(products[0] as (typeof products)[0]), ...blurred, code: 'counterfeit' })
  const { request } = await waitingEdit(testApp)
  await caller(secondAdmin).editRequests.reject({ ...expectedEdit(request), ...why })
  const left = await pendingProduct(testApp)
  const response = await sales.moderation(range)
  // Four approvals: three products, and the one of the edit request.
  expect(response).toMatchObject({
    decisions: 7,
    approved: 4,
    rejected: 3,
    waiting: { products: 1, edits: 0, oldest: left.submittedAt, oldestOf: 'products' },
  })
  expect(response.reasons).toEqual([
    { code: 'image_quality', count: 2 },
    { code: 'counterfeit', count: 1 },
  ])
  expect(response.admins).toMatchObject([
    { id: admin.id, name: 'Ada', approved: 4, rejected: 1 },
    { id: secondAdmin.id, name: 'Bert', approved: 0, rejected: 2 },
  ])
  await expect.poll(async () => (await app.sql`select 1 from decisions`).length).toBe(7)
  expect(await app.sql`select 1 from decisions where waited_ms is null`).toHaveLength(1)
  const { waiting: _, ...noted } = await sales.moderation(range)
  const { waiting: __, ...before } = response
  expect(noted).toEqual(before)
  await rebuildSales(app)
  expect(await sales.moderation(range)).toMatchObject(before)
})

/** The history an admin finds, page by page. */
const found = (asked: Partial<HistoryFilters>) => allRows((cursor) => caller(admin).history.list({ ...range, ...asked, cursor, limit: 3 }))
/** The lower of two in the middle, as in the figure. */
const quantileOf = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1]
const waitsOf = (rows: readonly HistoryLog[]) => rows.map(({ waitedMs }) => Number(waitedMs))

test('every moderation figure is exactly what the history shows for it, even among decisions of other kinds and other admins, and restores', async () => {
  // An admin archives and restores: neither is a decision on something that waited.
  const restored = await approvedProduct(testApp)
  const archived = await caller(admin).products.archive(restored)
  await caller(admin).products.restore(archived)
  for (const [at, reviewer] of [admin, secondAdmin, secondAdmin].entries()) {
    const product = await pendingProduct(testApp)
    await makeOlder(app, product.id, (at + 1) * hours)
    await caller(reviewer).products.reject({ ...product, ...blurred, code: at === 0 ? 'misleading' : 'image_quality' })
  }
  const { request } = await waitingEdit(testApp)
  await caller(secondAdmin).editRequests.approve(expectedEdit(request))
  const response = await sales.moderation(range)
  expect((await found({ decision: 'any' })).length).toBe(response.decisions)
  expect((await found({ decision: 'approved' })).length).toBe(response.approved)
  expect((await found({ decision: 'rejected' })).length).toBe(response.rejected)
  expect((await found({ decision: 'approved', type: 'product_approval' })).length).toBeLessThan(response.approved)
  expect(response.reasons.length).toBeGreaterThan(2)
  for (const { code, count } of response.reasons) expect((await found({ decision: 'rejected', code })).length, code).toBe(count)
  const timed = waitsOf(await found({ decision: 'waited' }))
  expect(timed.length).toBeLessThan(response.decisions)
  expect([quantileOf(timed, 0.5), quantileOf(timed, 0.9)]).toEqual([response.medianMs, response.p90Ms])
  for (const { id, approved, rejected, medianMs } of response.admins) {
    expect((await found({ decision: 'approved', by: id })).length).toBe(approved)
    expect((await found({ decision: 'rejected', by: id })).length).toBe(rejected)
    expect(quantileOf(waitsOf(await found({ decision: 'waited', by: id })), 0.5)).toBe(medianMs)
  }
  // Filtering by an admin finds what they did, not what was done to them.
  expect((await found({ by: secondAdmin.id })).every(({ userId }) => userId === secondAdmin.id)).toBe(true)
  // An approval has no reason, and what is not a decision has no waiting time.
  expect(await found({ decision: 'approved', code: 'image_quality' })).toEqual([])
  expect((await found({})).filter(({ kind }) => kind === 'product.restore').map(({ waitedMs }) => waitedMs)).toEqual([null])
})

test('what waits is exactly what the queues list, with its oldest and its median age', async () => {
  const gone = await person('Gone')
  await pendingProduct(testApp, { seller: gone })
  await waitingEdit(testApp, { seller: gone })
  const closing = await person('Closing')
  await pendingProduct(testApp, { seller: closing })
  for (let n = 0; n < 3; n++) await pendingProduct(testApp)
  const back = await pendingProduct(testApp)
  await caller(testApp.seller).products.withdraw({ id: back.id })
  const { request } = await waitingEdit(testApp)
  const ages = async () => {
    const { waiting } = await sales.moderation(range)
    const products = await allRows((cursor) => caller(admin).products.queue({ cursor, limit: 2 }))
    const edits = await allRows((cursor) => caller(admin).editRequests.queue({ cursor, limit: 2 }))
    expect([products.length, edits.length]).toEqual([waiting.products, waiting.edits])
    const since = [...products.map((row) => row.submittedAt ?? row.created_at), ...edits.map((row) => row.created_at)].toSorted()
    expect(waiting.oldest).toBe(since[0])
    expect([products, edits][waiting.oldestOf === 'edits' ? 1 : 0]?.[0]).toMatchObject({
      [waiting.oldestOf === 'edits' ? 'created_at' : 'submittedAt']: since[0],
    })
    // The lower of two in the middle.
    const middle = Date.parse(since.toReversed()[Math.ceil(since.length / 2) - 1] ?? '')
    expect(Math.abs(Date.now() - middle - Number(waiting.medianAgeMs))).toBeLessThan(60_000)
    return [products.length, edits.length]
  }
  const [products = 0, edits = 0] = await ages()
  await app.sql`update edit_requests set created_at = created_at - interval '3 days' where id = ${request.id}`
  expect(await ages()).toEqual([products, edits])
  await caller(admin).users.suspend({ id: gone.id, reason: 'Sold counterfeits.' })
  await app.sql`update users set status = 'closed' where id = ${closing.id}`
  expect(await ages()).toEqual([products - 2, edits - 1])
})

test('a decision in the last moment of a day is in the figures and in the history of that day only', async () => {
  const days = [addDays(today, -40), addDays(today, -39)]
  const moved = async (moment: string, decide: () => Promise<unknown>) => {
    await decide()
    await expect
      .poll(
        async () =>
          (
            await app.sql`select from events e where e.kind in ('product.approve', 'product.reject', 'editRequest.approvePartly') and not exists (select from decisions where event_id = e.id)`
          ).length,
      )
      .toBe(0)
    await app.sql`alter table events disable trigger all`
    await app.sql`update events set created_at = ${moment}::timestamp at time zone 'Europe/Vienna' where id = (select max(event_id) from decisions)`
    await app.sql`alter table events enable trigger all`
    await rebuildSales(app)
  }
  const first = await pendingProduct(testApp)
  await moved(`${days[0]}T23:59:59.999`, () => caller(admin).products.approve(first))
  const second = await pendingProduct(testApp)
  await moved(`${days[1]}T00:00:00.000`, () => caller(admin).products.reject({ ...second, ...blurred }))
  for (const [at, day] of days.entries()) {
    const response = await sales.moderation({ from: day, to: day })
    expect([response.decisions, response.approved, response.rejected]).toEqual([1, 1 - at, at])
    const rows = await found({ decision: 'any', from: day, to: day })
    expect(rows.map(({ itemId }) => itemId)).toEqual([[first, second][at]?.id])
  }
})

test('the wait begins with the last submission: what was decided, withdrawn or archived before does not count', async () => {
  const product = await pendingProduct(testApp)
  await makeOlder(app, product.id, 10 * hours)
  await caller(admin).products.reject({ ...product, ...blurred })
  await caller(testApp.seller).products.submit({ id: product.id })
  const again = await caller(admin).products.get({ id: product.id })
  await caller(admin).products.approve(again)
  await expect
    .poll(() => app.sql`select 1 from decisions d join events e on e.id = d.event_id where e.item_id = ${product.id}`)
    .toHaveLength(2)
  const rows = await app.sql<{ waited: number }[]>`
    select d.waited_ms as waited from decisions d join events e on e.id = d.event_id where e.item_id = ${product.id} order by e.id`
  const [first, second] = rows.map(({ waited }) => Math.floor(waited / hours))
  expect([first, second]).toEqual([10, 0])
})

test('sign-ups are counted for each of the last 365 days, and the list of people shows exactly those of a day', async () => {
  const dates = [0, 1, 364, 365].map((back) => addDays(today, -back))
  const before = await sales.signUps()
  for (const date of dates) {
    const { id } = await person(`Signed up ${date}`)
    // The first and the last moment of the day in Vienna.
    await app.sql`update users set created_at = (${date}::date::timestamp at time zone 'Europe/Vienna') where id = ${id}`
    const late = await person(`Signed up late ${date}`)
    await app.sql`update users set created_at = ((${date}::date + 1)::timestamp at time zone 'Europe/Vienna') - interval '1 millisecond' where id = ${late.id}`
  }
  const { total, days } = await sales.signUps()
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([365, addDays(today, -364), today])
  expect(total).toBe(before.total + 6)
  expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  for (const { day, count } of days.filter((one) => one.count > 0)) {
    const { rows } = await caller(admin).users.list({ from: day, to: day, limit: 100 })
    expect(rows).toHaveLength(count)
  }
  const { rows } = await caller(admin).users.list({ to: addDays(today, -365), limit: 100 })
  expect(rows.map(({ name }) => name).toSorted()).toEqual([`Signed up ${dates[3]}`, `Signed up late ${dates[3]}`])
  await expect(caller(admin).users.list({ from: 'today' })).rejects.toMatchObject({ data: { field: 'from' } })
})
