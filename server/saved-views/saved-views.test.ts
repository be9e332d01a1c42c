import { expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import type { NewSavedView, SavedViewChange } from '#domain/saved-view.ts'
import { forgetAddresses } from '#server/saved-views/forget-addresses.ts'
import { addSavedView } from '#server/testing/fixtures.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, admin, secondAdmin, seller, rival, caller, person } = await openTestApp()
const views = (who: typeof admin) => caller(who).savedViews
const pending = { list: '/admin/products', name: 'Pending', query: 'status=pending', shared: false } as const
const drafts = { list: '/seller/products', name: 'Drafts', query: 'status=draft', shared: false } as const

/** Edits a view as it is now. */
async function edit(who: typeof admin, id: string, change: SavedViewChange) {
  const [expected] = await app.sql<Omit<NewSavedView, 'list'>[]>`select name, query, shared from saved_views where id = ${id}`
  return views(who).edit({ id, expected: expected ?? pending, change })
}

const namesFor = async (who: typeof admin) => (await views(who).list()).map(({ name }) => name)

test('a person saves the state of a list, and no other person sees it or can change it', async () => {
  const made = await views(admin).create({ ...pending, name: ' Pending lamps ', query: '?status=pending&search=lamp' })
  expect(made).toEqual({ ...pending, id: made.id, name: 'Pending lamps', query: 'search=lamp&status=pending', isOwn: true })
  expect(await views(admin).list()).toEqual([made])
  for (const other of [secondAdmin, seller]) {
    expect(await views(other).list()).toEqual([])
    await expect(edit(other, made.id, { name: 'Mine' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(edit(other, made.id, { shared: false })).rejects.toMatchObject({ code: 'not-found' })
    await expect(views(other).delete({ id: made.id })).rejects.toMatchObject({ code: 'not-found' })
  }
  expect(await edit(admin, made.id, { name: 'Lamps', query: 'search=lamp' })).toEqual({
    ...made,
    name: 'Lamps',
    query: 'search=lamp',
  })
  await views(admin).delete({ id: made.id })
  expect(await views(admin).list()).toEqual([])
})

test('a shared view belongs to all admins, but only its owner makes it private again, and sellers never see it', async () => {
  const { id } = await views(admin).create({ ...pending, shared: true })
  expect(await views(secondAdmin).list()).toMatchObject([{ id, shared: true, isOwn: false }])
  expect(await views(seller).list()).toEqual([])
  await expect(views(seller).delete({ id })).rejects.toMatchObject({ code: 'not-found' })
  expect(await edit(secondAdmin, id, { name: 'To review', shared: true })).toMatchObject({
    name: 'To review',
    isOwn: false,
  })
  await expect(edit(secondAdmin, id, { shared: false })).rejects.toMatchObject({
    code: 'not-allowed',
    message: 'Only the person who shared this view can make it private.',
  })
  expect(await edit(admin, id, { shared: false })).toMatchObject({ name: 'To review', shared: false })
  expect(await views(secondAdmin).list()).toEqual([])
  await edit(admin, id, { shared: true })
  await views(secondAdmin).delete({ id })
  expect(await views(admin).list()).toEqual([])
})

test('of two admins who change a shared view at once, the second is told, and overwrites nothing', async () => {
  const seen = await views(admin).create({ ...pending, shared: true })
  const changes = [views(admin).edit({ id: seen.id, expected: seen, change: { name: 'Mine' } })]
  changes.push(views(secondAdmin).edit({ id: seen.id, expected: seen, change: { query: 'status=draft' } }))
  const ended = await Promise.allSettled(changes)
  const [now] = await views(admin).list()
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'stale-version',
      message: expect.stringContaining('changed this view in the meantime'),
      data: { fresh: { name: now?.name } },
    },
  })
  expect(['Mine: status=pending', 'Pending: status=draft']).toContain(`${now?.name}: ${now?.query}`)
  await views(admin).delete({ id: seen.id })
})

test('sellers save views of their own lists, and cannot share them', async () => {
  const { id } = await views(seller).create(drafts)
  expect(await views(rival).list()).toEqual([])
  expect(await views(admin).list()).toEqual([])
  const refused = { code: 'not-allowed', data: { field: expect.stringMatching(/^(shared|list)$/) } }
  await expect(views(seller).create({ ...drafts, shared: true })).rejects.toMatchObject(refused)
  await expect(edit(seller, id, { shared: true })).rejects.toMatchObject(refused)
  await expect(views(seller).create(pending)).rejects.toMatchObject(refused)
  await expect(views(admin).create(drafts)).rejects.toMatchObject(refused)
  await views(seller).delete({ id })
})

test('a view is of a list, has a name, and holds something', async () => {
  const refused = (field: string) => ({ code: 'invalid-argument', data: { field } })
  await expect(views(admin).create({ ...pending, list: 'https://evil.example' as never })).rejects.toMatchObject(refused('list'))
  await expect(views(admin).create({ ...pending, list: '/admin/settings' as never })).rejects.toMatchObject(refused('list'))
  await expect(views(admin).create({ ...pending, name: ' ' })).rejects.toMatchObject(refused('name'))
  await expect(views(admin).create({ ...pending, query: '?' })).rejects.toMatchObject(refused('query'))
  const long = 'x'.repeat(limits.savedView.queryMax)
  await expect(views(admin).create({ ...pending, query: `search=${long}` })).rejects.toMatchObject(refused('query'))
})

test('the number of views per person is limited, even when two windows save the last one at the same moment', async () => {
  const olga = await person('Olga', { role: 'seller' })
  for (let at = 1; at < limits.savedView.keptMax; at++) await addSavedView(app, olga.id)
  const made = await Promise.allSettled([views(olga).create(drafts), views(olga).create(drafts)])
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too-many-views' } })
})

test('no more views than fit into the sidebar are shared, even when two admins share the last one at the same moment', async () => {
  const [{ count: shared = 0 } = {}] = await app.sql<{ count: number }[]>`select count(*)::int from saved_views where shared`
  const made = []
  for (let at = shared + 1; at < limits.savedView.sharedMax; at++) made.push(await addSavedView(app, admin.id))
  await app.sql`update saved_views set shared = true, list = '/admin/products', owner_id = null where id = any(${made})`
  const own = await views(admin).create(pending)
  const other = await views(secondAdmin).create(pending)
  const share = (who: typeof admin, { id }: { id: string }) => edit(who, id, { shared: true })
  const shares = await Promise.allSettled([share(admin, own), share(secondAdmin, other)])
  const refusal = { code: 'too-many-views', data: { field: 'shared' }, message: expect.stringContaining('already 50 shared views') }
  expect(shares.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(shares.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal })
  await expect(views(admin).create({ ...pending, shared: true })).rejects.toMatchObject(refusal)
  expect(await views(admin).create(pending)).toMatchObject({ shared: false })
  await app.sql`delete from saved_views`
})

test('a view that searches for a person goes when their data is erased, in any spelling of the address', async () => {
  const gone = await views(admin).create({ ...pending, query: 'search=Gone%2Bshop%40example.com' })
  const kept = await views(admin).create({ ...pending, query: 'search=gone%40example.com' })
  await app.db.transaction((tx) => forgetAddresses(tx, ['gone+shop@example.com']))
  expect((await views(admin).list()).map(({ id }) => id)).toEqual([kept.id])
  expect(gone.id).not.toBe(kept.id)
  await views(admin).delete({ id: kept.id })
})

test('what an admin shared stays with the others when they are suspended or lose their role, and they see no views of admins then', async () => {
  const leaver = await person('Mallory', { role: 'admin' })
  const { id } = await views(leaver).create({ ...pending, name: 'Shared', shared: true })
  await views(leaver).create({ ...pending, name: 'Private' })
  await caller(admin).users.suspend({ id: leaver.id, reason: 'On leave.' })
  expect(await namesFor(secondAdmin)).toEqual(['Shared'])
  await app.sql`update users set role = 'seller', status = 'active' where id = ${leaver.id}`
  expect(await namesFor({ ...leaver, role: 'seller' })).toEqual([])
  expect(await namesFor(secondAdmin)).toEqual(['Shared'])
  expect(await edit(secondAdmin, id, { name: 'Ours' })).toMatchObject({ name: 'Ours' })
  await views(secondAdmin).delete({ id })
})

test('hints about a private view reach only its owner, those about a shared one every admin', async () => {
  const { id } = await views(admin).create(pending)
  for (const change of [{ name: 'Later' }, { shared: true }, { shared: false }]) await edit(admin, id, change)
  await views(admin).delete({ id })
  const hints = () => app.sql`select kind, owner_id as owner from feed where item_id = ${id} order by position`
  const own = { kind: 'savedView.change', owner: admin.id }
  const all = { kind: 'savedView.share', owner: null }
  await expect.poll(hints).toEqual([own, own, all, all, own])
})
