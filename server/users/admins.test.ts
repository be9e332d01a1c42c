import { describe, expect, test, vi } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const reason = 'He asked for it.'

describe('no admin can remove', () => {
  test('their own access or role', async () => {
    const { admin, caller } = await openTestApp()
    const { users } = caller(admin)
    await expect(users.suspend({ id: admin.id, reason })).rejects.toMatchObject({ code: 'own-account' })
    await expect(users.makeSeller({ id: admin.id })).rejects.toMatchObject({ code: 'own-account' })
  })

  test('the support admin, even if the address is written in another case', async () => {
    const { app, admin, secondAdmin, caller } = await openTestApp()
    const { users } = caller(admin)
    for (const email of ['support@example.com', 'Support@Example.com']) {
      await app.sql`update users set email = ${email} where id = ${secondAdmin.id}`
      await expect(users.suspend({ id: secondAdmin.id, reason })).rejects.toMatchObject({ code: 'support-account' })
      await expect(users.makeSeller({ id: secondAdmin.id })).rejects.toMatchObject({ code: 'support-account' })
      expect((await users.list({ role: 'admin' })).rows.filter(({ isSupport }) => isSupport).map(({ id }) => id)).toEqual([secondAdmin.id])
    }
  })

  test.each(['suspend', 'makeSeller'] as const)('the last active admin, when two admins %s each other at once', async (move) => {
    const { app, admin, secondAdmin, caller } = await openTestApp()
    // Many rounds, because each pair of tries is a separate race.
    for (let round = 0; round < 10; round++) {
      const outcomes = await Promise.allSettled([
        caller(admin).users[move]({ id: secondAdmin.id, reason }),
        caller(secondAdmin).users[move]({ id: admin.id, reason }),
      ])
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
      expect(refused).toEqual([move === 'suspend' ? 'account-suspended' : 'not-allowed'])
      const active = await app.sql`select id from users where role = 'admin' and status = 'active'`
      expect(active).toHaveLength(1)
      await app.sql`update users set role = 'admin', status = 'active' where id in ${app.sql([admin.id, secondAdmin.id])}`
    }
  })

  test('all admins with many simultaneous calls: exactly one is left', async () => {
    const { app, admin, secondAdmin, caller, person } = await openTestApp()
    const more = await Promise.all(['Cid', 'Dot', 'Eva', 'Fay'].map((name) => person(name, { role: 'admin' })))
    const all = [admin, secondAdmin, ...more]
    await Promise.allSettled(
      all.flatMap((one) => all.filter((other) => other !== one).map((other) => caller(one).users.makeSeller({ id: other.id }))),
    )
    expect(await app.sql`select id from users where role = 'admin' and status = 'active'`).toHaveLength(1)
  })
})

test('a new admin may act as one in the session they have, a former one no longer', async () => {
  const { app, admin, seller, caller } = await openTestApp()
  const { ask } = await openTestServer(app)
  const queueAs = () => ask('/rpc/products/queue', { as: seller, method: 'POST', json: { json: {} } }).then(({ status }) => status)
  const soon = (status: number) => vi.waitFor(async () => expect(await queueAs()).toBe(status), { timeout: 50_000, interval: 20 })
  expect(await queueAs()).toBe(403)
  expect(await caller(admin).users.makeAdmin({ id: seller.id })).toMatchObject({ role: 'admin' })
  await soon(200)
  await expect(caller(admin).users.makeAdmin({ id: seller.id })).rejects.toMatchObject({ code: 'wrong-status' })
  await caller(admin).users.makeSeller({ id: seller.id })
  await soon(403)
  // Not even with the role of a moment ago.
  await expect(caller({ ...seller, role: 'admin' }).users.makeAdmin({ id: seller.id })).rejects.toMatchObject({ code: 'not-allowed' })
})

test('a suspended seller cannot be made an admin, a suspended admin can become a seller', async () => {
  const { admin, suspended, person, caller } = await openTestApp()
  await expect(caller(admin).users.makeAdmin({ id: suspended.id })).rejects.toMatchObject({ code: 'wrong-status' })
  const retired = await person('Rob', { role: 'admin', status: 'suspended' })
  expect(await caller(admin).users.makeSeller({ id: retired.id })).toMatchObject({ role: 'seller', status: 'suspended' })
})
