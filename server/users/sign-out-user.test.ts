import { expect, test } from 'vitest'
import { addSession } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer } from '#server/testing/test-server.ts'

const { app, admin, secondAdmin, seller, rival, caller, person } = await openTestApp()
const { ask, url } = await openTestServer(app)
const { sql } = app
const { users, history } = caller(admin)

test('an admin sees the devices of a person, and nothing that would open their session', async () => {
  const wanda = await person('Wanda')
  await addSession(app.db, wanda.id)
  await sql`update sessions set user_agent = 'Firefox/140', ip_address = '203.0.113.9' where id = ${wanda.sessionId}`
  const devices = await users.devices({ id: wanda.id })
  expect(devices).toHaveLength(2)
  expect(devices.find(({ id }) => id === wanda.sessionId)).toMatchObject({
    userAgent: 'Firefox/140',
    ipAddress: '203.0.113.9',
    isThis: false,
  })
  expect(JSON.stringify(devices)).not.toContain(wanda.sessionToken)
})

test('an admin ends one device: its stream ends, the others stay, and the history names the admin', async () => {
  const wanda = await person('Wilma')
  const { sessionToken, sessionId } = await addSession(app.db, wanda.id)
  const stream = await ask('/api/live', { as: { sessionToken }, endless: true })
  expect(stream.status).toBe(200)
  await users.signOut({ id: wanda.id, deviceId: sessionId })
  await expect.poll(async () => (await ask('/rpc/account/get', { method: 'POST', as: { sessionToken } })).status).toBe(401)
  expect((await ask('/rpc/account/get', { method: 'POST', as: wanda })).status).toBe(200)
  const { rows } = await history.list({ userId: wanda.id })
  expect(rows[0]).toMatchObject({
    kind: 'user.signOut',
    type: 'user_edit',
    user: 'Ada',
    description: 'Wilma was signed out on one device.',
  })
})

test('an admin signs a person out everywhere, at once and once', async () => {
  const wanda = await person('Wenda')
  await addSession(app.db, wanda.id)
  const stream = await fetch(`${url}/api/live`, { headers: { cookie: cookieOf(app, wanda) } })
  await users.signOut({ id: wanda.id })
  expect(await stream.text()).toContain('{"reason":"signed-out"}')
  await users.signOut({ id: wanda.id })
  expect(await users.devices({ id: wanda.id })).toEqual([])
  expect(await sql`select 1 from events where item_id = ${wanda.id} and kind = 'user.signOut'`).toHaveLength(1)
  const { rows } = await history.list({ userId: wanda.id })
  expect(rows[0]?.description).toBe('Wenda was signed out on 2 devices.')
})

test('a device cannot be ended under the name of another person, and admins never end the one they use', async () => {
  await expect(users.signOut({ id: seller.id, deviceId: rival.sessionId })).rejects.toMatchObject({ code: 'not-found' })
  await addSession(app.db, admin.id)
  await users.signOut({ id: admin.id })
  expect((await users.devices({ id: admin.id })).map(({ isThis }) => isThis)).toEqual([true])
  const demoted = caller(secondAdmin).users
  await users.makeSeller({ id: secondAdmin.id })
  await expect(demoted.signOut({ id: rival.id })).rejects.toMatchObject({ code: 'not-allowed' })
  expect(await users.devices({ id: rival.id })).toHaveLength(1)
})

test('the last use of a device is updated after a while, but not on every call', async () => {
  const wanda = await person('Wina')
  const lastUse = async () => Number(new Date((await users.devices({ id: wanda.id }))[0]?.seenAt ?? 0))
  await sql`update sessions set updated_at = now() - interval '1 hour' where id = ${wanda.sessionId}`
  const long = await lastUse()
  await ask('/rpc/account/get', { method: 'POST', as: wanda })
  await expect.poll(lastUse).toBeGreaterThan(long + 3_000_000)
  const noted = await lastUse()
  for (let at = 0; at < 3; at++) await ask('/rpc/account/get', { method: 'POST', as: wanda })
  expect(await lastUse()).toBe(noted)
})
