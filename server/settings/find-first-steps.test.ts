import { expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, admin, seller, caller } = await openTestApp()
const steps = () => caller(admin).settings.firstSteps()

test('the first steps of an admin are ticked off one by one, and stay so when the key is revoked', async () => {
  await app.sql`update users set role = 'admin' where role = 'seller'`
  expect(await steps()).toEqual({ name: false, sellers: false, storefront: false })
  await caller(admin).settings.edit({ change: { marketplaceName: 'Bazaar' } })
  expect(await steps()).toEqual({ name: true, sellers: false, storefront: false })
  await caller(admin).invitations.create({ email: 'new@example.com', role: 'seller' })
  expect(await steps()).toEqual({ name: true, sellers: true, storefront: false })
  const { id } = await caller(admin).apiKeys.create({ name: 'Shop', scopes: ['products:read'] })
  await caller(admin).apiKeys.revoke({ id })
  expect(await steps()).toEqual({ name: true, sellers: true, storefront: true })
})

test('a seller who has registered ticks off the invitation', async () => {
  await app.sql`delete from invitations`
  expect((await steps()).sellers).toBe(false)
  await app.sql`update users set role = 'seller' where id = ${seller.id}`
  expect((await steps()).sellers).toBe(true)
})
