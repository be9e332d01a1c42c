import { expect, test } from 'vitest'
import { importedEdit, seenEdit, why } from '#server/testing/edits.ts'
import type { Person } from '#server/testing/people.ts'
import { addEditRequest, addProduct } from '#server/testing/things.ts'
import { openWorld } from '#server/testing/world.ts'

const world = await openWorld()
const { app, caller, admin, seller, person } = world
const { sql } = app
const refused = { code: 'own-product', message: 'Nobody decides on their own product or request. Ask another admin.' }
const reason = { ...why, fields: [] }

/** A seller whom the shell made an admin with everything they sell. */
async function keeper(): Promise<Person & { role: 'admin' }> {
  const kira = await person('Kira')
  await sql`update users set role = 'admin' where id = ${kira.id}`
  return { ...kira, role: 'admin' }
}
const stateOf = async () => [
  await sql`select * from products order by id`,
  await sql`select * from edit_requests order by id`,
  await sql`select count(*) from events`,
]

test('an admin decides on nothing that is theirs, one by one or many at once, and a colleague still can', async () => {
  const kira = await keeper()
  const [waiting, onSale, archived] = [
    await addProduct(app, kira.id, 'pending'),
    await addProduct(app, kira.id, 'approved'),
    await addProduct(app, kira.id, 'archived'),
  ]
  const own = caller(kira).products
  const before = await stateOf()
  await expect(own.approve({ id: waiting.id, status: 'pending', version: 1 })).rejects.toMatchObject(refused)
  for (const [{ id }, status] of [[waiting, 'pending'] as const, [onSale, 'approved'] as const, [archived, 'archived'] as const])
    await expect(own.reject({ id, status, version: 1, ...reason })).rejects.toMatchObject(refused)
  expect(await stateOf()).toEqual(before)
  const { id } = await caller(kira).bulkDecisions.start({ decision: 'approve', items: [{ id: waiting.id, status: 'pending', version: 1 }] })
  await sql`update bulk_decisions set runs_at = now() where id = ${id}`
  const results = () => sql`select code, message from bulk_results where bulk_id = ${id}`
  await expect.poll(results, { timeout: 50_000 }).toEqual([refused])
  expect(await caller(admin).products.reject({ id: waiting.id, status: 'pending', version: 1, ...reason })).toMatchObject({
    status: 'rejected',
  })
})

test('an admin decides on no change that they submitted, nor on one of their product, and a colleague still can', async () => {
  const kira = await keeper()
  const { id } = await addProduct(app, kira.id, 'approved')
  const submitted = await addEditRequest(app, kira.id, id)
  const another = await addProduct(app, kira.id, 'approved')
  const brought = await importedEdit(
    world,
    { id: another.id, seller_id: kira.id },
    { title: 'Old chair' },
    { fields: ['title'], seller: seller.id },
  )
  const before = await stateOf()
  for (const request of [submitted, brought]) {
    const seen = seenEdit(await caller(admin).editRequests.get({ id: request }))
    await expect(caller(kira).editRequests.approve({ ...seen, refused: [] })).rejects.toMatchObject(refused)
    await expect(caller(kira).editRequests.reject({ ...seen, ...why })).rejects.toMatchObject(refused)
  }
  expect(await stateOf()).toEqual(before)
  const seen = seenEdit(await caller(admin).editRequests.get({ id: submitted }))
  expect(await caller(admin).editRequests.reject({ ...seen, ...why })).toMatchObject({ status: 'rejected' })
})
