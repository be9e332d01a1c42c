import { expect, test } from 'vitest'
import { expectedEdit, importedEdit, why } from '#server/testing/edits.ts'
import { addEditRequest, addProduct } from '#server/testing/fixtures.ts'
import type { Person } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, admin, seller, rival, person } = testApp
const { sql } = app
const refused = { code: 'own-product', message: 'You cannot decide on what you own or submitted. Ask another admin.' }
const reason = { ...why, fields: [] }

/** A seller whom the shell made an admin, together with all their products. */
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

test('an admin cannot decide on their own products, one by one or in bulk, and a colleague still can', async () => {
  const kira = await keeper()
  const waiting = await addProduct(app, kira.id, 'pending')
  const onSale = await addProduct(app, kira.id, 'approved')
  const archived = await addProduct(app, kira.id, 'archived')
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

test('an admin cannot decide on a change they submitted, nor on one of their own product, and a colleague still can', async () => {
  const kira = await keeper()
  const { id } = await addProduct(app, kira.id, 'approved')
  const submitted = await addEditRequest(app, kira.id, id)
  const another = await addProduct(app, kira.id, 'approved')
  const brought = await importedEdit(
    testApp,
    { id: another.id, seller_id: kira.id },
    { title: 'Old chair' },
    { fields: ['title'], seller: seller.id },
  )
  const before = await stateOf()
  for (const request of [submitted, brought]) {
    const expected = expectedEdit(await caller(admin).editRequests.get({ id: request }))
    await expect(caller(kira).editRequests.approve({ ...expected, refused: [] })).rejects.toMatchObject(refused)
    await expect(caller(kira).editRequests.reject({ ...expected, ...why })).rejects.toMatchObject(refused)
  }
  expect(await stateOf()).toEqual(before)
  const expected = expectedEdit(await caller(admin).editRequests.get({ id: submitted }))
  expect(await caller(admin).editRequests.reject({ ...expected, ...why })).toMatchObject({ status: 'rejected' })
})

const assigning = 'The shop changed hands in November.'
const states = ['pending', 'approved', 'rejected', 'archived'] as const

/** All decisions that the product's status allows, by this admin. */
const decisions = (by: Person, { id }: { id: string }, status: (typeof states)[number]) => {
  const { products } = caller(by)
  const expected = { id, status, version: 1 }
  return [
    ...(status === 'pending' || status === 'rejected' ? [() => products.approve(expected)] : []),
    ...(status === 'rejected' ? [] : [() => products.reject({ ...expected, ...reason })]),
    ...(status === 'archived' ? [() => products.restore({ id })] : []),
  ]
}

test('a former seller who becomes an admin cannot decide on what they submitted, in any status, and a colleague still can', async () => {
  const former = await person('Fiona')
  const all = await Promise.all(states.map(async (status) => ({ status, ...(await addProduct(app, former.id, status)) })))
  for (const { id, status } of all)
    await caller(admin).products.assign({ id, seller_id: rival.id, reason: assigning, seen: { status, seller_id: former.id } })
  // Assigning it to yet another seller does not change who submitted it.
  const [waiting] = all as [(typeof all)[0]]
  await caller(admin).products.assign({
    id: waiting.id,
    seller_id: seller.id,
    reason: assigning,
    seen: { status: 'pending', seller_id: rival.id },
  })
  await caller(admin).users.makeAdmin({ id: former.id })
  const promoted = { ...former, role: 'admin' as const }
  const before = await stateOf()
  for (const product of all)
    for (const decide of decisions(promoted, product, product.status)) await expect(decide()).rejects.toMatchObject(refused)
  const expected = { id: waiting.id, status: 'pending' as const, version: 1 }
  expect(await caller(promoted).products.get({ id: waiting.id })).toMatchObject({ submittedByYou: true })
  expect(await caller(admin).products.get({ id: waiting.id })).toMatchObject({ submittedByYou: false })
  expect(await caller(seller).products.get({ id: waiting.id })).toMatchObject({ submittedByYou: false })
  expect(await stateOf()).toEqual(before)
  const { id } = await caller(promoted).bulkDecisions.start({ decision: 'approve', items: [expected] })
  await sql`update bulk_decisions set runs_at = now() where id = ${id}`
  const results = () => sql`select code, message from bulk_results where bulk_id = ${id}`
  await expect.poll(results, { timeout: 50_000 }).toEqual([refused])
  expect(await caller(admin).products.approve(expected)).toMatchObject({ status: 'approved' })
})

test('an admin who still owns a product cannot assign it away to approve it, whoever submitted it', async () => {
  const owner = await person('Olga')
  const own = await addProduct(app, owner.id, 'pending')
  const taken = await addProduct(app, rival.id, 'pending')
  const expected = (id: string) => ({ id, status: 'pending' as const, version: 1 })
  const to = (seller_id: string, from: string, id: string) => ({
    id,
    seller_id,
    reason: assigning,
    seen: { status: 'pending' as const, seller_id: from },
  })
  await caller(admin).products.assign(to(owner.id, rival.id, taken.id))
  await sql`update users set role = 'admin' where id = ${owner.id}`
  const promoted = { ...owner, role: 'admin' as const }
  for (const { id } of [own, taken]) {
    await caller(promoted).products.assign(to(seller.id, owner.id, id))
    await expect(caller(promoted).products.approve(expected(id))).rejects.toMatchObject(refused)
    await expect(caller(promoted).products.reject({ ...expected(id), ...reason })).rejects.toMatchObject(refused)
  }
})

test('a former seller who became an admin can decide on what the new seller submits again', async () => {
  const former = await person('Frida')
  const waiting = await addProduct(app, former.id, 'pending')
  const archived = await addProduct(app, former.id, 'archived')
  await sql`update products set approved_version = 0 where id = ${archived.id}`
  const given = (id: string, status: 'pending' | 'archived') =>
    caller(admin).products.assign({ id, seller_id: seller.id, reason: assigning, seen: { status, seller_id: former.id } })
  await given(waiting.id, 'pending')
  await given(archived.id, 'archived')
  await caller(admin).users.makeAdmin({ id: former.id })
  const { products } = caller({ ...former, role: 'admin' })
  await caller(seller).products.withdraw({ id: waiting.id })
  await caller(seller).products.submit({ id: waiting.id })
  expect(await caller(seller).products.restore({ id: archived.id })).toMatchObject({ status: 'pending' })
  for (const { id } of [waiting, archived])
    expect(await products.approve({ id, status: 'pending', version: 1 })).toMatchObject({ status: 'approved' })
})

test('a product that an admin restores to review still counts as submitted by its former seller', async () => {
  const former = await person('Femke')
  const { id } = await addProduct(app, former.id, 'archived')
  await sql`update products set approved_version = 0 where id = ${id}`
  await caller(admin).products.assign({ id, seller_id: seller.id, reason: assigning, seen: { status: 'archived', seller_id: former.id } })
  await caller(admin).users.makeAdmin({ id: former.id })
  const expected = { id, status: 'pending' as const, version: 1 }
  expect(await caller(admin).products.restore({ id })).toMatchObject({ status: 'pending' })
  await expect(caller({ ...former, role: 'admin' }).products.approve(expected)).rejects.toMatchObject(refused)
  expect(await caller(admin).products.approve(expected)).toMatchObject({ status: 'approved' })
})
