import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { waitingFor } from '#server/testing/locks.ts'
import { addSession, type Person } from '#server/testing/people.ts'
import { openStorefront } from '#server/testing/storefront.ts'

const { app, admin, secondAdmin, seller, caller, person, lamp, place } = await openStorefront()
const { sql } = app
const password = 'a lantern in the fog'
const hash = await app.passwords.hash(password)
await sql`
  insert into accounts (id, account_id, provider_id, user_id, password)
  select ${newId()} || id, id, 'credential', id, ${hash} from users where role = 'admin'`

const roleOf = async ({ id }: Person) => (await sql`select role from users where id = ${id}`)[0]?.role
/** Sets the last confirmation of this session back in time. */
const ageConfirmation = ({ sessionId }: Pick<Person, 'sessionId'>, ms = limits.account.confirmedMs + 1_000) =>
  sql`update sessions set confirmed_at = now() - ${ms}::integer * interval '1 millisecond' where id = ${sessionId}`
const asked = { code: 'confirmation-needed', status: 403, data: { field: 'password' } }
/** The same admin with a new session. */
const onAnotherDevice = async (who: Person): Promise<Person> => ({ ...who, ...(await addSession(app.db, who.id)) })

describe('changing a role', () => {
  test('needs no password within ten minutes of signing in, and does later', async () => {
    const device = await onAnotherDevice(admin)
    const { users, account } = caller(device)
    const one = await person('Rosa')
    await ageConfirmation(device, limits.account.confirmedMs - 60_000)
    expect(await account.get()).toMatchObject({ confirmed: true })
    expect(await users.makeAdmin({ id: one.id })).toMatchObject({ role: 'admin' })
    await ageConfirmation(device)
    expect(await account.get()).toMatchObject({ confirmed: false })
    await expect(users.makeSeller({ id: one.id })).rejects.toMatchObject(asked)
    expect(await roleOf(one)).toBe('admin')
  })

  test('is confirmed by the password, for ten minutes on this device alone', async () => {
    const device = await onAnotherDevice(admin)
    const tablet = await onAnotherDevice(admin)
    for (const one of [device, tablet]) await ageConfirmation(one)
    const ruth = await person('Ruth')
    const rolf = await person('Rolf')
    expect(await caller(device).users.makeAdmin({ id: ruth.id, password })).toMatchObject({ role: 'admin' })
    expect(await caller(device).users.makeAdmin({ id: rolf.id })).toMatchObject({ role: 'admin' })
    await expect(caller(tablet).users.makeSeller({ id: rolf.id })).rejects.toMatchObject(asked)
    // A colleague's fresh sign-in does not confirm this session.
    await ageConfirmation(device)
    expect(await caller(await onAnotherDevice(secondAdmin)).account.get()).toMatchObject({ confirmed: true })
    await expect(caller(device).users.makeSeller({ id: rolf.id })).rejects.toMatchObject(asked)
    expect(await roleOf(rolf)).toBe('admin')
  })

  test('is not confirmed by a wrong password, which counts against the limit like any other', async () => {
    const guessed = await person('Gus', { role: 'admin' })
    await sql`insert into accounts (id, account_id, provider_id, user_id, password) values (${newId()}, ${guessed.id}, 'credential', ${guessed.id}, ${hash})`
    await ageConfirmation(guessed)
    const one = await person('Rudi')
    const { users } = caller(guessed)
    const wrong = { code: 'wrong-password', status: 422, data: { field: 'password' } }
    for (let tried = 0; tried < limits.account.wrongMax; tried++)
      await expect(users.makeAdmin({ id: one.id, password: 'not it' })).rejects.toMatchObject(wrong)
    await expect(users.makeAdmin({ id: one.id, password })).rejects.toMatchObject({ code: 'too-many-requests' })
    expect(await caller(guessed).account.get()).toMatchObject({ confirmed: false })
    expect(await roleOf(one)).toBe('seller')
  })

  test('is not confirmed by a code without a second factor', async () => {
    const device = await onAnotherDevice(admin)
    await ageConfirmation(device)
    const one = await person('Rhea')
    const wrong = { code: 'wrong-code', data: { field: 'code' } }
    await expect(caller(device).users.makeAdmin({ id: one.id, code: '123456' })).rejects.toMatchObject(wrong)
    await expect(caller(device).users.makeAdmin({ id: one.id })).rejects.toMatchObject(asked)
  })

  test('answers what stands in the way before it requires a password', async () => {
    const device = await onAnotherDevice(admin)
    await ageConfirmation(device)
    const { users } = caller(device)
    await expect(users.makeAdmin({ id: newId() })).rejects.toMatchObject({ code: 'not-found' })
    await expect(users.makeSeller({ id: device.id })).rejects.toMatchObject({ code: 'own-account' })
    await expect(users.makeAdmin({ id: secondAdmin.id })).rejects.toMatchObject({
      code: 'wrong-status',
      message: `${secondAdmin.name} is already an admin.`,
    })
    await expect(users.makeSeller({ id: seller.id })).rejects.toMatchObject({
      code: 'wrong-status',
      message: `${seller.name} is already a seller.`,
    })
    // Nor can a former admin with the right password change anything.
    const former = await person('Fritz')
    await sql`insert into accounts (id, account_id, provider_id, user_id, password) values (${newId()}, ${former.id}, 'credential', ${former.id}, ${hash})`
    const one = await person('Rene')
    await expect(caller({ ...former, role: 'admin' }).users.makeAdmin({ id: one.id, password })).rejects.toMatchObject({
      code: 'not-allowed',
    })
    expect(await roleOf(one)).toBe('seller')
  })

  test('happens once when two admins ask at once, and the second reads that it has happened already', async () => {
    const one = await person('Ralf')
    const a = await onAnotherDevice(admin)
    const b = await onAnotherDevice(secondAdmin)
    for (const device of [a, b]) await ageConfirmation(device)
    const outcomes = await Promise.allSettled([a, b].map((device) => caller(device).users.makeAdmin({ id: one.id, password })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'wrong-status', message: 'Ralf is already an admin.' },
    })
    expect(await sql`select from events where kind = 'user.role' and item_id = ${one.id}`).toHaveLength(1)
  })
})

describe('a seller does not become an admin', () => {
  test('with a product that is not archived or an open order line, and the refusal counts both', async () => {
    const keeper = await person('Karla')
    const id = await lamp(keeper.id)
    const order = await place([id])
    const left = (unarchived: number, openLines: number) => ({ code: 'still-selling', status: 409, data: { unarchived, openLines } })
    const { users, products, orders } = caller(admin)
    expect(await users.get({ id: keeper.id })).toMatchObject({ unarchived: 1, openLines: 1 })
    await expect(users.makeAdmin({ id: keeper.id })).rejects.toMatchObject(left(1, 1))
    await products.archive({ id })
    await expect(users.makeAdmin({ id: keeper.id })).rejects.toMatchObject(left(0, 1))
    await orders.cancel({ id: order.id, lines: order.lines.map((line) => line.id) })
    expect(await users.makeAdmin({ id: keeper.id })).toMatchObject({ role: 'admin' })
  })

  test('with a product that is created at the same moment: either the product or the role is refused', async () => {
    const fields = { title: 'Lamp', description: '', price: null, category: null, sku: null, stock: 0, tags: [], attributes: [] }
    for (let round = 0; round < 20; round++) {
      const maker = await person(`Max ${round}`)
      const [made, moved] = await Promise.allSettled([
        caller(maker).products.create({ ...fields, draft: true, imagesFollow: false }),
        caller(admin).users.makeAdmin({ id: maker.id }),
      ])
      const products = await sql`select from products where seller_id = ${maker.id}`
      expect([await roleOf(maker), products.length]).toEqual(moved.status === 'fulfilled' ? ['admin', 0] : ['seller', 1])
      expect(made.status === 'fulfilled').toBe(moved.status === 'rejected')
    }
  })

  test('with a product whose transaction has not committed yet', async () => {
    const slow = await person('Sven')
    const writer = await sql.reserve()
    await writer`begin`
    await writer`select from users where id = ${slow.id} for share`
    await writer`insert into products (id, seller_id, title) values (${newId()}, ${slow.id}, 'Lamp')`
    const moving = caller(admin)
      .users.makeAdmin({ id: slow.id })
      .catch((error: unknown) => error)
    await expect.poll(async () => (await waitingFor(writer)).length).toBe(1)
    await writer`commit`
    writer.release()
    expect(await moving).toMatchObject({ code: 'still-selling', data: { unarchived: 1 } })
    expect(await roleOf(slow)).toBe('seller')
  })
})

test.each([
  ['not a colleague', 'seller-is-admin'],
  ['not the seller', 'not-allowed'],
])('while a seller becomes an admin no person can restore their product, %s', async (whose, code) => {
  const keeper = await person('Kira')
  const id = await lamp(keeper.id)
  await caller(keeper).products.archive({ id })
  const change = await sql.reserve()
  await change`begin`
  await change`update users set role = 'admin' where id = ${keeper.id}`
  const restoring = caller(whose.includes('colleague') ? secondAdmin : keeper)
    .products.restore({ id })
    .catch((error: unknown) => error)
  await expect.poll(async () => (await waitingFor(change)).length).toBe(1)
  await change`commit`
  change.release()
  expect(await restoring).toMatchObject({ code })
  expect(await sql`select status from products where id = ${id}`).toEqual([{ status: 'archived' }])
})

test('a product whose owner became an admin cannot be put on sale again by a colleague, in any way, until the owner is a seller again', async () => {
  const keeper = await person('Klaus')
  const id = await lamp(keeper.id)
  await caller(keeper).products.archive({ id })
  await caller(admin).users.makeAdmin({ id: keeper.id })
  const { products } = caller(secondAdmin)
  const refused = { code: 'seller-is-admin', message: 'Its owner is an administrator, so it cannot be on sale.' }
  await expect(products.restore({ id })).rejects.toMatchObject(refused)
  await expect(caller({ ...keeper, role: 'admin' }).products.restore({ id })).rejects.toMatchObject({ code: 'own-product' })
  const { version } = await products.get({ id })
  const reason = { code: 'other' as const, rejectionReason: 'The lamp is not sold here any more.', fields: [] }
  await products.reject({ id, status: 'archived', version, ...reason })
  await expect(products.approve({ id, status: 'rejected', version })).rejects.toMatchObject(refused)
  expect(await sql`select status from products where id = ${id}`).toEqual([{ status: 'rejected' }])
  await caller(admin).users.makeSeller({ id: keeper.id })
  expect(await products.approve({ id, status: 'rejected', version })).toMatchObject({ status: 'approved' })
})
