import { expect, test } from 'vitest'
import { accountSteps, password } from '#server/testing/accounts.ts'
import { addNotice, addProduct } from '#server/testing/fixtures.ts'
import { chair } from '#server/testing/listing.ts'
import { waitingFor } from '#server/testing/locks.ts'
import { allSent, mailsTo } from '#server/testing/mails.ts'
import { addOrder } from '#server/testing/orders.ts'
import { addSession, type Person } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, caller, admin, secondAdmin } = await openTestApp()
const { ask } = await openTestServer(app)
const { sql } = app
const { post, member } = accountSteps({ app }, { ask })

test('a seller with open order lines cannot close the account until they are shipped', async () => {
  const olga = await member('Olga Rix')
  const { orderId, openLineId } = await addOrder(app, olga.id)
  await expect(caller(olga).account.close({ password })).rejects.toMatchObject({ code: 'open-orders' })
  expect(await caller(olga).account.get()).toMatchObject({ name: 'Olga Rix' })
  await caller(olga).orders.ship({ id: orderId, lines: [openLineId] })
  await caller(olga).account.close({ password })
  expect(await caller(admin).orders.get({ id: orderId })).toMatchObject({
    lines: [{ seller: { name: 'Closed account', shopName: '', avatar: null } }, {}],
  })
})

test('closing an account removes all personal data, takes its products off sale, and frees its address', async () => {
  const olga = await member('Olga Rix')
  await caller(olga).account.edit({ change: { shopName: 'Rix & Rix', phone: '+43 1 99', address: 'Lane 9' } })
  const [draft, pending, approved, rejected] = await Promise.all(
    (['draft', 'pending', 'approved', 'rejected'] as const).map((status) => addProduct(app, olga.id, status)),
  )
  await addNotice(app, olga.id)
  await allSent(app)
  await expect(caller(olga).account.close({ password: 'not it' })).rejects.toMatchObject({ code: 'wrong-password' })
  await caller(olga).account.close({ password })
  const products = await sql`select id, status, archived_by_admin as by from products where seller_id = ${olga.id} order by created_at, id`
  expect(products.map(({ id, status }) => [id, status])).toEqual(
    expect.arrayContaining([
      [pending?.id, 'draft'],
      [approved?.id, 'archived'],
      [rejected?.id, 'rejected'],
    ]),
  )
  expect(products).toHaveLength(3)
  const kinds = await sql`select kind, item_id from events where actor_id = ${olga.id} and kind like 'product.%' order by kind`
  expect(kinds).toEqual([
    { kind: 'product.archive', item_id: approved?.id },
    { kind: 'product.delete', item_id: draft?.id },
    { kind: 'product.withdraw', item_id: pending?.id },
  ])
  expect((await ask('/rpc/account/get', { method: 'POST', as: olga })).status).toBe(401)
  expect((await post('sign-in', { email: olga.email, password })).status).toBe(401)
  expect((await mailsTo(app, olga.email)).at(-1)?.subject).toContain('is closed')

  const { rows } = await caller(admin).history.list({})
  expect(rows.find(({ kind }) => kind === 'user.close')).toMatchObject({
    user: 'Closed account',
    description: expect.stringContaining('Closed account'),
  })
  for (const table of ['users', 'sessions', 'accounts', 'event_details', 'notifications', 'second_factors', 'account_tokens']) {
    const everything = JSON.stringify(await sql`select to_jsonb(t) from ${sql(table)} t`)
    for (const trace of ['Olga', 'Rix', olga.email, '+43 1 99', 'Lane 9']) expect(`${table} ${everything}`).not.toContain(trace)
  }
  expect((await post('sign-up', { name: 'Olga', email: olga.email, password })).status).toBe(200)
})

test('after closing, no table has the name or an address of a person who was invited, got messages and changed the address', async () => {
  const email = 'gone@example.com'
  const { invitations, notifications, history } = caller(admin)
  await invitations.create({ email })
  await invitations.withdraw({ id: (await invitations.create({ email })).id })
  await invitations.create({ email })
  const mails = await mailsTo(app, email)
  const invite = /invite=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
  await post('sign-up', { name: 'Gone Girl', email, password, invite })
  const [{ id } = { id: '' }] = await sql<{ id: string }[]>`select id from users where email = ${email}`
  const gone: Person = { id, name: 'Gone Girl', email, role: 'seller', status: 'active', ...(await addSession(app.db, id)) }
  await notifications.send({ to: 'one', userId: id, text: 'Are you gone?' })
  await expect.poll(() => sql`select 1 from messages where done_at is null`).toEqual([])
  await allSent(app)
  // A person who changed the address has left traces under both.
  const renamed = 'gone.newer@example.com'
  await caller(gone).account.changeEmail({ password, email: renamed })
  const [{ text } = { text: '' }] = (await mailsTo(app, renamed)).slice(-1)
  await post('verify-email', { token: /verify=([\w-]+)/.exec(text ?? '')?.[1] })
  await caller(gone).account.changeEmail({ password, email: 'gone.newest@example.com' })
  await allSent(app)
  const { rows: before } = await history.list({})
  await caller(gone).account.close({ password })
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  const contents = await Promise.all(
    tables.map(async ({ name }) => [name, JSON.stringify(await sql`select to_jsonb(t) from ${sql(name)} t`)]),
  )
  // Only the mail about the closing is still queued for the address.
  expect(contents.filter(([, rows]) => /gone/i.test(rows ?? '')).map(([name]) => name)).toEqual(['outgoing_mails'])
  expect(await sql`select template, sent_at from outgoing_mails where recipient like 'gone%'`).toMatchObject([
    { template: 'accountClosed' },
  ])
  const { rows } = await history.list({})
  for (const { id: event, kind } of before) expect(rows.find((row) => row.id === event)).toMatchObject({ kind })
  expect(rows.find(({ kind }) => kind === 'user.uninvite')?.description).toBe('The invitation of Closed account was withdrawn.')
})

test('mails to an address that a closed account asked for but never got stay with the owner of the address', async () => {
  const olga = await member('Olga Rix')
  await allSent(app)
  await caller(olga).account.changeEmail({ password, email: 'nobody.yet@example.com' })
  const owner = await member('Olga Rix')
  await sql`update users set email = 'nobody.yet@example.com' where id = ${owner.id}`
  await allSent(app)
  const mails = () => sql`select template from outgoing_mails where recipient = 'nobody.yet@example.com'`
  const before = await mails()
  await caller(olga).account.close({ password })
  expect(await mails()).toEqual(before)
})

test('when an admin closes the account, their invitations are withdrawn', async () => {
  const olga = await member('Olga Rix', 'admin')
  const { id } = await caller(olga).invitations.create({ email: 'friend@example.com' })
  await caller(olga).account.close({ password })
  expect((await caller(admin).invitations.list()).find((one) => one.id === id)?.status).toBe('withdrawn')
})

test('when an admin closes the account, their private views are deleted, and what they shared stays with the others', async () => {
  const olga = await member('Olga Rix', 'admin')
  const view = { list: '/admin/products', query: 'status=pending' } as const
  await caller(olga).savedViews.create({ ...view, name: 'Private', shared: false })
  const shared = await caller(olga).savedViews.create({ ...view, name: 'Shared', shared: true })
  const { id } = shared
  await caller(olga).account.close({ password })
  expect(await sql`select id, owner_id as owner from saved_views`).toEqual([{ id, owner: null }])
  expect(await caller(admin).savedViews.list()).toMatchObject([{ id, isOwn: false }])
  await expect(caller(admin).savedViews.edit({ id, expected: shared, change: { shared: false } })).rejects.toMatchObject({
    code: 'not-allowed',
  })
  await caller(admin).savedViews.delete({ id })
})

test('no product of a closed account can be put on sale, not even by an admin, and none waits for review', async () => {
  const olga = await member('Olga Rix')
  const archived = await addProduct(app, olga.id, 'archived')
  const rejected = await addProduct(app, olga.id, 'rejected')
  await caller(olga).account.close({ password })
  const { products } = caller(admin)
  const refusal = { code: 'seller-closed', message: 'The seller has closed the account, so this cannot go on sale.' }
  await expect(products.restore({ id: archived.id })).rejects.toMatchObject(refusal)
  const { status, version } = await products.get({ id: rejected.id })
  await expect(products.approve({ id: rejected.id, status, version })).rejects.toMatchObject(refusal)
  await sql`update products set status = 'pending' where id = ${rejected.id}`
  const { rows } = await products.queue({ status: 'pending' })
  expect(rows.map(({ id }) => id)).not.toContain(rejected.id)
})

test.for(['created', 'restored'] as const)('a product cannot be %s while its seller closes the account', async (how) => {
  const olga = await member('Olga Rix')
  const { products } = caller(olga)
  const archived = await addProduct(app, olga.id, 'archived')
  const lock = await sql.reserve()
  await lock`begin`
  await lock`select 1 from users where id = ${olga.id} for update`
  const attempt =
    how === 'created' ? products.create({ ...chair(), draft: true, imagesFollow: false }) : products.restore({ id: archived.id })
  const refused = expect(attempt).rejects.toMatchObject({ code: 'account-closed' })
  await expect.poll(async () => (await waitingFor(lock)).length).toBe(1)
  await lock`update users set status = 'closed' where id = ${olga.id}`
  await lock`commit`
  lock.release()
  await refused
  expect(await sql`select status from products where seller_id = ${olga.id}`).toEqual([{ status: 'archived' }])
})

test('closing an account asks for the second factor if there is one', async () => {
  const olga = await member('Olga Rix')
  await sql`insert into second_factors (user_id, secret, confirmed_at) values (${olga.id}, 'x', now())`
  await expect(caller(olga).account.close({ password })).rejects.toMatchObject({ code: 'second-factor-needed', data: { field: 'code' } })
  await expect(caller(olga).account.close({ password, code: '123456' })).rejects.toMatchObject({ code: 'wrong-code' })
  expect(await sql`select status from users where id = ${olga.id}`).toEqual([{ status: 'active' }])
})

test('the support account and the last admin cannot close, not even when the last two admins close at the same moment', async () => {
  const one = await member('Olga Rix', 'admin')
  const other = await member('Olga Rix', 'admin')
  await sql`update users set email = 'support@example.com' where id = ${one.id}`
  await expect(caller(one).account.close({ password })).rejects.toMatchObject({ code: 'support-account' })
  await sql`update users set email = ${one.email} where id = ${one.id}`
  await sql`update users set role = 'seller' where id in (${admin.id}, ${secondAdmin.id})`
  const both = await Promise.allSettled([one, other].map((who) => caller(who).account.close({ password })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'last-admin' } })
  expect(await sql`select count(*)::int as admins from users where role = 'admin' and status = 'active'`).toEqual([{ admins: 1 }])
})

test('people cannot block a closing by taking the address that a closed account gets', async () => {
  const olga = await member('Olga Rix')
  const squatter = await post('sign-up', { name: 'Squat', email: `${olga.id}@closed.invalid`, password })
  expect(squatter).toMatchObject({ status: 422, json: { user: null, code: 'invalid-argument', field: 'email' } })
  await expect(caller(olga).account.changeEmail({ password, email: 'a@closed.invalid' })).rejects.toMatchObject({
    code: 'invalid-argument',
  })
  await sql`update users set email = ${`${olga.id}@closed.invalid`} where id = ${(await member('Olga Rix')).id}`
  await caller(olga).account.close({ password })
  const [row] = await sql<{ email: string }[]>`select email from users where id = ${olga.id}`
  expect(row?.email).toMatch(/^[0-9a-f]{32}@closed\.invalid$/)
})

test('signing up with an address and closing the account again does not flood the mailbox', async () => {
  const email = 'victim@example.com'
  for (let at = 0; at < 5; at++) {
    await post('sign-up', { name: 'Flood', email, password })
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`select id from users where email = ${email}`
    const flood: Person = { id, name: 'Flood', email, role: 'seller', status: 'active', ...(await addSession(app.db, id)) }
    await allSent(app)
    await caller(flood).account.close({ password })
  }
  expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('Confirm your email address')),
  )
})
