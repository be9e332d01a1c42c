import { expect, test } from 'vitest'
import { hashOf } from '#server/api-keys/api-key-row.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, admin, secondAdmin, caller, person } = await openTestApp()
const keys = caller(admin).apiKeys

test('an admin creates a key, sees it once, and no admin can read it afterwards', async () => {
  const made = await keys.create({ name: ' Storefront ', scopes: ['orders:write', 'products:read', 'products:read'] })
  expect(made).toMatchObject({ name: 'Storefront', scopes: ['products:read', 'orders:write'], createdBy: 'Ada', lastUsedAt: null })
  expect(made.key).toMatch(/^bsk_[\w-]{43}$/)
  expect(made.key.startsWith(made.hint)).toBe(true)
  const listed = await caller(secondAdmin).apiKeys.list()
  expect(listed.map(({ id }) => id)).toEqual([made.id])
  const everything = JSON.stringify([listed, await app.sql`select * from api_keys`, await app.sql`select * from event_details`])
  expect(everything).not.toContain(made.key)
  expect(everything).toContain(hashOf(made.key))
  expect(JSON.stringify(listed)).not.toContain(hashOf(made.key))
  await keys.revoke({ id: made.id })
})

test('a key without a name, without a scope or with an unknown scope is refused', async () => {
  await expect(keys.create({ name: ' ', scopes: ['orders:read'] })).rejects.toMatchObject({ data: { field: 'name' } })
  await expect(keys.create({ name: 'Shop', scopes: [] })).rejects.toMatchObject({ data: { field: 'scopes' } })
  await expect(keys.create({ name: 'Shop', scopes: ['everything' as never] })).rejects.toMatchObject({ code: 'invalid-argument' })
})

test('a revoked key stays in the list with the admin who revoked it, and cannot be revoked again', async () => {
  const { id } = await keys.create({ name: 'Old shop', scopes: ['orders:read'] })
  expect(await caller(secondAdmin).apiKeys.revoke({ id })).toMatchObject({ id, revokedBy: 'Bert', revokedAt: expect.any(String) })
  await expect(keys.revoke({ id })).rejects.toMatchObject({ code: 'wrong-status' })
  expect((await keys.list()).find((key) => key.id === id)).toMatchObject({ revokedBy: 'Bert' })
})

test('the history shows who created and who revoked a key, and its scopes', async () => {
  const { id } = await keys.create({ name: 'Till', scopes: ['products:read'] })
  await caller(secondAdmin).apiKeys.revoke({ id })
  const { rows } = await caller(admin).history.list({ limit: 2 })
  expect(rows.map(({ description, user, type, after }) => ({ description, user, type, after }))).toEqual([
    { description: 'The API key “Till” was revoked.', user: 'Bert', type: null, after: null },
    { description: 'The API key “Till” was created.', user: 'Ada', type: null, after: { scopes: ['products:read'] } },
  ])
})

test('keys belong to the installation: they outlast the suspension of their creator, and its dialog lists them', async () => {
  const maker = await person('Mallory', { role: 'admin' })
  const { id } = await caller(maker).apiKeys.create({ name: 'Feed', scopes: ['products:read'] })
  const gone = await caller(maker).apiKeys.create({ name: 'Gone', scopes: ['products:read'] })
  await caller(maker).apiKeys.revoke({ id: gone.id })
  expect((await caller(admin).users.get({ id: maker.id })).apiKeys).toEqual(['Feed'])
  await caller(admin).users.suspend({ id: maker.id, reason: 'Left the company.' })
  expect((await keys.list()).find((key) => key.id === id)).toMatchObject({ revokedAt: null, createdBy: 'Mallory' })
  await expect(caller(maker).apiKeys.create({ name: 'More', scopes: ['products:read'] })).rejects.toMatchObject({
    code: 'account-suspended',
  })
  await expect(caller(maker).apiKeys.revoke({ id })).rejects.toMatchObject({ code: 'account-suspended' })
})

test('the number of keys is limited, even when two admins create the last one at the same moment', async () => {
  const { length } = (await keys.list()).filter(({ revokedAt }) => !revokedAt)
  await app.sql`
    insert into api_keys (id, name, hash, hint, scopes, created_by)
    select 'k' || n, 'Key', 'hash' || n, 'bsk_', '{products:read}', ${admin.id} from generate_series(1, ${limits.apiKey.keptMax - length - 1}) n`
  const one = (who: typeof admin) => caller(who).apiKeys.create({ name: 'Last', scopes: ['products:read'] })
  const made = await Promise.allSettled([one(admin), one(secondAdmin)])
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too-many-keys' } })
})
