import { expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { createSupportAdmin } from '#server/users/create-support-admin.ts'

const { app } = await openTestApp()

/** A first start, without any account. */
async function firstStart(adminPassword: string | null) {
  await app.sql`delete from users`
  const printed: string[] = []
  const start = () => createSupportAdmin({ ...app, config: { ...app.config, adminPassword } }, (line) => printed.push(line))
  return { start, printed, admins: () => app.sql`select name, email, role, status from users` }
}

test('the first start creates the support admin with a random password, printed once', async () => {
  const { start, printed, admins } = await firstStart(null)
  await start()
  expect(await admins()).toEqual([{ name: 'Support', email: 'support@example.com', role: 'admin', status: 'active' }])
  expect(printed).toHaveLength(1)
  const password = /password ([\w-]{20}) /.exec(printed[0] ?? '')?.[1]
  await start()
  expect(printed).toHaveLength(1)
  expect(await admins()).toHaveLength(1)
  const { ask } = await openTestServer(app)
  const response = await ask('/api/auth/sign-in', { method: 'POST', json: { email: 'support@example.com', password } })
  expect(response.json?.user).toMatchObject({ role: 'admin', isSupport: true })
  const events = await app.sql`select e.kind, e.actor_id from events e join users u on u.id = e.item_id`
  expect(events).toEqual([{ kind: 'user.register', actor_id: null }])
})

test('the operator sets the password, and later it is ignored with a warning', async () => {
  const { start, printed, admins } = await firstStart('a lantern in the fog')
  await start()
  expect(printed.join()).not.toContain('lantern')
  const { ask } = await openTestServer(app)
  const signIn = () =>
    ask('/api/auth/sign-in', { method: 'POST', json: { email: 'support@example.com', password: 'a lantern in the fog' } })
  expect((await signIn()).status).toBe(200)
  await start()
  expect(printed.at(-1)).toMatch(/ADMIN_PASSWORD is ignored/)
  expect(await admins()).toHaveLength(1)
})

test.each([
  ['Password123', /common/],
  ['Support@Example.com', /the name of this marketplace/],
  ['backstall', /the name of this marketplace/],
])('the password "%s" stops the start and creates no account', async (password, why) => {
  const { start, admins } = await firstStart(password)
  await expect(start()).rejects.toThrow(/ADMIN_PASSWORD is refused/)
  await expect(start()).rejects.toThrow(why)
  expect(await admins()).toEqual([])
})
