import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Bootstrap, firstLists } from '#contract/bootstrap.ts'
import type { Path } from '#domain/routes.ts'
import { bootstrapFor } from '#server/app/http/bootstrap.ts'
import { openPage } from '#server/app/http/pages.ts'
import { addProduct, neverRun } from '#server/testing/fixtures.ts'
import { listenTo } from '#server/testing/live-stream.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer } from '#server/testing/test-server.ts'
import { testFolder } from '#server/testing/worker.ts'

const { app, seller, rival, suspended, admin, caller, person } = await openTestApp()
const { ask, url } = await openTestServer(app)
const mine = await addProduct(app, seller.id, 'pending')
const others = await addProduct(app, rival.id, 'pending')

type Who = Parameters<typeof cookieOf>[1] | null
const element = /<script type="application\/json" id="known">(.*?)<\/script>/s

// Requests on a busy machine may take long.
const patience = { timeout: 50_000 }

/**
 * The bootstrap data in this person's page, with these parts. A page that ran out of time has none, and each part may run out of its own time; it is
 * then requested again.
 */
const bootstrapOf = (path: string, as: Who, ...parts: (keyof Bootstrap)[]) =>
  vi.waitFor(async () => {
    const { text } = await ask(path, { as })
    const found = element.exec(text)?.[1]
    expect(found).toBeDefined()
    const bootstrap = JSON.parse(found ?? '') as Bootstrap
    for (const part of parts) expect(bootstrap).toHaveProperty(part)
    return { bootstrap, text }
  }, patience)

test('a page brings along who is signed in, exactly as users.me would answer', async () => {
  for (const [who, path] of [
    [seller, '/seller/products/add'],
    [admin, '/admin/dashboard'],
    [null, '/login'],
    [suspended, '/login'],
  ] as const) {
    const { bootstrap } = await bootstrapOf(path, who)
    expect(bootstrap.me).toEqual(await caller(who).users.me())
    expect(bootstrap.list).toBeUndefined()
  }
})

test('the first list comes along where the address has no search, and is the list of the person who asks', async () => {
  const { bootstrap: ofSeller, text } = await bootstrapOf('/seller/products', seller, 'list')
  expect(ofSeller.list).toEqual({ ...firstLists['/seller/products'], answer: await caller(seller).products.list({}) })
  expect(text).toContain(mine.id)
  expect(text).not.toContain(others.id)
  const { bootstrap: ofAdmin } = await bootstrapOf('/admin/product-approval', admin, 'list')
  expect(ofAdmin.home).toBeUndefined()
  expect(new Set(ofAdmin.list?.answer.rows.map(({ id }) => id))).toEqual(new Set([mine.id, others.id]))
  expect((await bootstrapOf('/admin/product-approval?status=approved', admin)).bootstrap.list).toBeUndefined()
})

test('what stands above the list of a seller comes along too, but holds back nothing else', async () => {
  const home = await caller(seller).account.home()
  for (const path of ['/seller/products', '/seller/products?pages=4'])
    expect((await bootstrapOf(path, seller, 'home')).bootstrap.home).toEqual(home)
  const lock = await app.sql.reserve()
  await lock`begin`
  await lock`lock table chats in access exclusive mode`
  const { bootstrap } = await bootstrapOf('/seller/products', seller, 'list', 'savedViews')
  await lock`rollback`
  lock.release()
  expect(bootstrap.home).toBeUndefined()
  expect(bootstrap).toMatchObject({ me: { user: { id: seller.id } }, list: { call: 'list' }, savedViews: [] })
})

test('bulk decisions come along with the review queues of admins, where they stand above the list', async () => {
  const { id, status, version } = await caller(admin).products.get({ id: others.id })
  const started = await caller(admin).bulkDecisions.start({ decision: 'approve', items: [{ id, status, version }] })
  await neverRun(app)
  for (const path of ['/admin/product-approval', '/admin/edit-requests', '/admin/product-approval?status=approved'])
    expect((await bootstrapOf(path, admin, 'bulkDecisions')).bootstrap.bulkDecisions).toMatchObject([{ id: started.id, status: 'held' }])
  expect((await bootstrapOf('/admin/dashboard', admin)).bootstrap).not.toHaveProperty('bulkDecisions')
  expect((await bootstrapOf('/seller/products', seller)).bootstrap).not.toHaveProperty('bulkDecisions')
  const asked = bootstrapFor(app, seller, '/admin/product-approval', '')
  await expect(asked).resolves.toMatchObject({ me: { user: { id: seller.id } } })
  expect(await asked).not.toHaveProperty('bulkDecisions')
  await caller(admin).bulkDecisions.undo({ id: started.id })
})

test('saved views come along with every page of the person who sees them', async () => {
  const view = { name: 'Drafts', query: 'status=draft', shared: false } as const
  const mine = await caller(seller).savedViews.create({ list: '/seller/products', ...view })
  expect((await bootstrapOf('/profile', seller, 'savedViews')).bootstrap.savedViews).toEqual([mine])
  expect((await bootstrapOf('/profile', rival, 'savedViews')).bootstrap.savedViews).toEqual([])
  expect((await bootstrapOf('/login', null)).bootstrap.savedViews).toBeUndefined()
})

test('the next person to sign in at the same browser finds no data of the person before', async () => {
  const { text: sellerText } = await bootstrapOf('/seller/products', seller)
  const { bootstrap, text: rivalText } = await bootstrapOf('/seller/products', rival)
  const { text: visitorText } = await bootstrapOf('/login', null)
  expect(sellerText).toContain(seller.email)
  expect(bootstrap.me.user?.id).toBe(rival.id)
  for (const text of [rivalText, visitorText]) {
    expect(text).not.toContain(seller.email)
    expect(text).not.toContain(mine.id)
  }
  expect((await ask('/seller/products', { as: rival })).headers.get('cache-control')).toBe('no-store')
})

test('names of people stay text, whatever characters they contain', async () => {
  const names = ['</script><script>alert(1)</script>', '<!--<script>', '__NONCE__ $& $1', '"}]}\u2028']
  for (const name of names) {
    const { bootstrap, text } = await bootstrapOf('/notifications', await person(name))
    expect(bootstrap.me.user?.name).toBe(name)
    expect(text).not.toContain('<script>')
    expect(text).not.toContain('<!--')
    expect(text.match(/<script/g)).toHaveLength(2)
  }
})

test('the page of an admin without a second factor names that lack and shows nothing of the queue', async () => {
  const careful = await person('Cara', { role: 'admin' })
  await app.sql`insert into second_factors (user_id, secret, confirmed_at) values (${admin.id}, 'x', now())`
  await caller(admin).settings.edit({ change: { adminsNeedSecondFactor: true } })
  const { bootstrap, text } = await bootstrapOf('/admin/product-approval', careful)
  expect(bootstrap.me.user?.lacksSecondFactor).toBe(true)
  expect(bootstrap.list).toBeUndefined()
  expect(text).not.toContain(mine.id)
  await caller(admin).settings.edit({ change: { adminsNeedSecondFactor: false } })
})

test('a page that is prefetched, or asked for its head, brings nothing along', async () => {
  expect((await ask('/seller/products', { as: seller, headers: { 'sec-purpose': 'prefetch' } })).text).not.toContain('known')
  expect((await ask('/seller/products', { as: seller, method: 'HEAD' })).text).toBe('')
})

test('the stream resumes from the position of the page: it sends what happened since, and nothing has to be asked again', async () => {
  const { bootstrap } = await bootstrapOf('/seller/products', seller)
  await caller(seller).products.withdraw({ id: mine.id })
  const stream = await listenTo(url, { cookie: cookieOf(app, seller) }, bootstrap.position)
  await vi.waitFor(() => expect(stream.frames.map(({ data }) => data.id)).toContain(mine.id), patience)
  expect(stream.frames.map(({ event }) => event)).not.toContain('reset')
  stream.hangUp()
})

test('a page names the files of its screen, styles in their order, and none twice', () => {
  const folder = testFolder()
  mkdirSync(join(folder, '.vite'))
  const chunks = {
    'app/layout/Layout.tsx': { file: 'assets/frame.js', imports: ['index.html', '_shared.js'], css: ['assets/frame.css'] },
    'users/UsersPage.tsx': { file: 'assets/users.js', imports: ['_shared.js'], css: ['assets/users.css'] },
    '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
    'index.html': { file: 'assets/index.js' },
  }
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(chunks))
  writeFileSync(join(folder, 'index.html'), '<head><script src="/assets/index.js"></script></head>')
  const page = openPage(folder, null)
  const filesIn = (path: Path) => [...page(path, '').html.matchAll(/(?:href|src)="\/assets\/(.*?)"/g)].map(([, name]) => name)
  expect(filesIn('/admin/user-management')).toEqual([
    ...['index.js', 'shared.css', 'shared.js', 'frame.css', 'frame.js', 'users.css', 'users.js'],
  ])
  expect(filesIn('/login')).toEqual(['index.js'])
})
