import { expect, test } from 'vitest'
import { addDays } from '#domain/sales-rules.ts'
import { rebuildSales } from '#server/sales/rebuild-sales.ts'
import { seenEdit, waitingEdit, why } from '#server/testing/edits.ts'
import { approvedProduct, blurred, pendingProduct } from '#server/testing/listing.ts'
import { openWorld } from '#server/testing/world.ts'

const world = await openWorld()
const { app, admin, secondAdmin, caller, person } = world
const sales = caller(admin).sales
const { day: today } = await sales.today()
const range = { from: addDays(today, -1), to: addDays(today, 1) }

test('decisions are counted with who made them, why not, and how long each had waited', async () => {
  expect(await sales.moderation(range)).toEqual({
    waiting: { products: 0, edits: 0, oldest: null, medianAgeMs: null },
    ...{ decisions: 0, approved: 0, rejected: 0, medianMs: null, p90Ms: null, reasons: [], admins: [] },
  })
  const products = []
  for (let n = 0; n < 3; n++) products.push(await approvedProduct(world))
  await caller(secondAdmin).products.reject({ ...(await pendingProduct(world)), ...blurred })
  // A take-down waited for nobody.
  await caller(admin).products.reject({ ...(products[0] as (typeof products)[0]), ...blurred, code: 'counterfeit' })
  const { request } = await waitingEdit(world)
  await caller(secondAdmin).editRequests.reject({ ...seenEdit(request), ...why })
  const left = await pendingProduct(world)
  const told = await sales.moderation(range)
  // The edit request is of a product that was approved, too.
  expect(told).toMatchObject({ decisions: 7, approved: 4, rejected: 3, waiting: { products: 1, edits: 0, oldest: left.submittedAt } })
  expect(told.reasons).toEqual([
    { code: 'image_quality', count: 2 },
    { code: 'counterfeit', count: 1 },
  ])
  expect(told.admins).toMatchObject([
    { id: admin.id, name: 'Ada', approved: 4, rejected: 1 },
    { id: secondAdmin.id, name: 'Bert', approved: 0, rejected: 2 },
  ])
  await expect.poll(async () => (await app.sql`select 1 from decisions`).length).toBe(7)
  expect(await app.sql`select 1 from decisions where waited_ms is null`).toHaveLength(1)
  const { waiting: _, ...noted } = await sales.moderation(range)
  const { waiting: __, ...before } = told
  expect(noted).toEqual(before)
  await rebuildSales(app)
  expect(await sales.moderation(range)).toMatchObject(before)
})

test('the wait is from the submission of this attempt: what was decided, withdrawn or archived before does not count', async () => {
  const product = await pendingProduct(world)
  await app.sql`alter table events disable trigger all`
  await app.sql`update events set created_at = created_at - interval '10 hours' where item_id = ${product.id} and kind = 'product.submit'`
  await app.sql`alter table events enable trigger all`
  await caller(admin).products.reject({ ...product, ...blurred })
  await caller(world.seller).products.submit({ id: product.id })
  const again = await caller(admin).products.get({ id: product.id })
  await caller(admin).products.approve(again)
  await expect
    .poll(() => app.sql`select 1 from decisions d join events e on e.id = d.event_id where e.item_id = ${product.id}`)
    .toHaveLength(2)
  const rows = await app.sql<{ waited: number }[]>`
    select d.waited_ms as waited from decisions d join events e on e.id = d.event_id where e.item_id = ${product.id} order by e.id`
  const [first, second] = rows.map(({ waited }) => Math.floor(waited / 3_600_000))
  expect([first, second]).toEqual([10, 0])
})

test('what a suspended seller submitted waits with him', async () => {
  const sven = await person('Sven')
  const before = (await sales.moderation(range)).waiting
  await pendingProduct(world, { seller: sven })
  expect((await sales.moderation(range)).waiting.products).toBe(before.products + 1)
  await caller(admin).users.suspend({ id: sven.id, reason: 'Sold counterfeits.' })
  expect((await sales.moderation(range)).waiting).toMatchObject({ products: before.products, edits: before.edits, oldest: before.oldest })
})

test('sign-ups are told for each of the last 365 days, and the list of people shows exactly those of a day', async () => {
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
