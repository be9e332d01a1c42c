import { expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { addNotice, addProduct } from '#server/testing/fixtures.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, caller, seller, rival } = await openTestApp()
const { ask } = await openTestServer(app)
const take = (as: typeof seller | null) => ask('/api/account/export.json', { as })

test('people export all data stored about them, and no data of others', async () => {
  await caller(seller).account.edit({ change: { shopName: 'Lamps "&" more', about: 'Bright.' } })
  const mine = await addProduct(app, seller.id, 'rejected')
  const notice = await addNotice(app, seller.id)
  const foreign = await addProduct(app, rival.id, 'approved')
  const asked = (await addProduct(app, seller.id, 'approved')).id
  await caller(seller).editRequests.create({ product_id: asked, version: 1, payload: { title: 'Lamp of gold' }, note: 'Polished.' })
  await caller(rival).editRequests.create({ product_id: foreign.id, version: 1, payload: { title: 'Foreign wish' } })
  for (const [who, name] of [
    [seller, 'My drafts'],
    [rival, 'Foreign drafts'],
  ] as const)
    await caller(who).savedViews.create({ list: '/seller/products', name, query: 'status=draft', shared: false })
  await app.sql`insert into imports (id, user_id, name, status) values ('mine', ${seller.id}, 'lamps.csv', 'done'), ('foreign', ${rival.id}, 'rivals.csv', 'done')`
  const response = await take(seller)
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('attachment; filename="Backstall account.json"'),
  ])
  expect(response.json).toMatchObject({
    account: { email: seller.email, shopName: 'Lamps "&" more' },
    devices: [{ id: seller.sessionId, isThis: true }],
    products: [{ id: mine.id, title: 'Brass lamp', status: 'rejected' }, { id: asked }],
    editRequests: [{ product_id: asked, status: 'pending', payload: { title: 'Lamp of gold' }, note: 'Polished.' }],
    imports: [{ id: 'mine', name: 'lamps.csv', status: 'done' }],
    savedViews: [{ list: '/seller/products', name: 'My drafts', query: 'status=draft', shared: false }],
    notifications: [{ id: notice }],
    history: [{ kind: 'user.profile', after: { shopName: 'Lamps "&" more', about: 'Bright.' } }],
  })
  for (const secret of [seller.sessionToken, foreign.id, rival.email, 'Foreign wish', 'Foreign drafts', 'rivals.csv'])
    expect(response.text).not.toContain(secret)
})

test('an export of more than one page is complete', async () => {
  const count = limits.export.page + 1
  await app.sql`insert into notifications (id, user_id, message, type)
    select 'n' || lpad(n::text, 6, '0'), ${rival.id}, 'Hello', 'info' from generate_series(1, ${count}) n`
  const { json } = await take(rival)
  const { notifications } = json as { notifications: { id: string }[] }
  expect(new Set(notifications.map(({ id }) => id)).size).toBe(count)
})
