import { expect, onTestFinished, test } from 'vitest'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { openMailServer } from '#server/testing/mail-server.ts'
import { allSent, mailsTo, tokenTo } from '#server/testing/mails.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, admin, caller, person } = await openTestApp()
const { ask } = await openTestServer(app)
const { invitations, settings } = caller(admin)
const password = 'a lantern in the fog'
const signUp = (about: object) => ask('/api/auth/sign-up', { method: 'POST', json: { name: 'Nora', password, ...about } })
const openInvitation = (token: string) => ask('/api/auth/invitation', { method: 'POST', json: { token } })

test('an invited person signs up once with the mailed link, in the role it names, and their address counts as confirmed', async () => {
  expect(await invitations.create({ email: 'Nora@Example.com', role: 'admin' })).toMatchObject({
    email: 'nora@example.com',
    role: 'admin',
    status: 'open',
    invitedBy: 'Ada',
  })
  const token = await tokenTo(app, 'nora@example.com', 'invite')
  expect((await openInvitation(token)).json).toEqual({ email: 'nora@example.com', role: 'admin' })
  const answer = await signUp({ email: 'nora@example.com', invite: token, role: 'seller' })
  expect(answer.json?.user).toMatchObject({ email: 'nora@example.com', role: 'admin' })
  expect(await app.sql`select email_verified from users where email = 'nora@example.com'`).toEqual([{ email_verified: true }])
  expect((await invitations.list()).map(({ email, status }) => [email, status])).toEqual([['nora@example.com', 'accepted']])
  expect((await openInvitation(token)).json).toMatchObject({ code: 'invitation-invalid' })
  expect((await signUp({ email: 'nora2@example.com', invite: token })).json).toMatchObject({ user: null, code: 'invitation-invalid' })
  await expect(invitations.create({ email: 'nora@example.com' })).rejects.toMatchObject({ code: 'email-taken' })
})

test('an invitation opened while another person is signed in says so and stays unused; a used one leads home', async () => {
  await invitations.create({ email: 'ida@example.com', role: 'seller' })
  const token = await tokenTo(app, 'ida@example.com', 'invite')
  const signedUp = await signUp({ email: 'someone.else@example.com' })
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const open = async () => (await ask(`/register?invite=${token}`, { headers: { cookie } })).headers.get('location')
  expect(await open()).toBe('/seller/products?link=other')
  expect((await signUp({ name: 'Ida', email: 'ida@example.com', invite: token })).status).toBe(200)
  expect(await open()).toBe('/seller/products')
})

test('an invitation to an address that already has an account leads its owner home', async () => {
  const email = 'ivo@example.com'
  await invitations.create({ email, role: 'seller' })
  const token = await tokenTo(app, email, 'invite')
  const cookie = (await signUp({ name: 'Ivo', email })).headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await ask(`/register?invite=${token}`, { headers: { cookie } })).headers.get('location')).toBe('/seller/products')
})

test('a person who registered as a seller does not become an administrator by an older invitation', async () => {
  const email = 'selma@example.com'
  await invitations.create({ email, role: 'admin' })
  const invite = await tokenTo(app, email, 'invite')
  expect((await signUp({ email })).json?.user).toMatchObject({ role: 'seller' })
  expect((await signUp({ email, invite })).json).toMatchObject({ user: null, code: 'email-taken' })
  expect(await app.sql`select role from users where email = ${email}`).toEqual([{ role: 'seller' }])
})

test('an invited seller cannot take the name of the staff, and their link still works; an invited admin can', async () => {
  for (const role of ['seller', 'admin'] as const) {
    const email = `${role}.named@example.com`
    await invitations.create({ email, role })
    const invite = await tokenTo(app, email, 'invite')
    const { status, json } = await signUp({ email, invite, name: 'Support' })
    if (role === 'admin') expect(json?.user).toMatchObject({ name: 'Support', role })
    else expect([status, json]).toMatchObject([422, { user: null, code: 'name-reserved', field: 'name' }])
    expect((await signUp({ email, invite, password: email })).json).toMatchObject({
      code: role === 'admin' ? 'invitation-invalid' : 'password-guessable',
    })
    if (role === 'seller') expect((await signUp({ email, invite })).json?.user).toMatchObject({ name: 'Nora', role })
  }
})

test('people who use the same link at the same moment make one account', async () => {
  await invitations.create({ email: 'twin@example.com' })
  const invite = await tokenTo(app, 'twin@example.com', 'invite')
  const answers = await Promise.all([1, 2, 3].map(() => signUp({ email: 'twin@example.com', invite })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
})

test('a link works for its own address only, and not when it is expired, withdrawn or replaced by a newer one', async () => {
  const made = await invitations.create({ email: 'pia@example.com' })
  const first = await tokenTo(app, 'pia@example.com', 'invite')
  expect((await signUp({ email: 'rival@example.com', invite: first })).json).toMatchObject({ code: 'invitation-address', field: 'email' })
  await app.sql`update invitations set expires_at = now() where id = ${made.id}`
  expect((await signUp({ email: 'pia@example.com', invite: first })).json).toMatchObject({ code: 'invitation-invalid' })
  expect((await invitations.list()).find(({ id }) => id === made.id)?.status).toBe('expired')
  const again = await invitations.create({ email: 'pia@example.com' })
  const second = await tokenTo(app, 'pia@example.com', 'invite')
  expect((await openInvitation(second)).status).toBe(200)
  expect((await openInvitation(first)).json).toMatchObject({ code: 'invitation-invalid' })
  expect(await invitations.withdraw({ id: again.id })).toMatchObject({ status: 'withdrawn' })
  expect((await signUp({ email: 'pia@example.com', invite: second })).json).toMatchObject({ code: 'invitation-invalid' })
  await expect(invitations.withdraw({ id: again.id })).rejects.toMatchObject({ code: 'wrong-status' })
})

test('an administrator sees that an address was refused, until the invitation is sent there again, and removes an expired one', async () => {
  const refused = new Set(['typo@example.com'])
  const server = await openMailServer({ answer: ({ recipient }) => (refused.has(recipient) ? { code: 550, text: 'No such user' } : null) })
  app.config.smtpUrl = server.url
  onTestFinished(() => {
    app.config.smtpUrl = null
  })
  const typo = await invitations.create({ email: 'typo@example.com' })
  const right = await invitations.create({ email: 'right@example.com' })
  const undelivered = async () => (await invitations.list()).flatMap(({ id, undelivered }) => (undelivered ? [id] : []))
  await allSent(app)
  expect(await undelivered()).toEqual([typo.id])
  refused.clear()
  await invitations.create({ email: 'typo@example.com' })
  await allSent(app)
  expect((await invitations.list()).filter(({ status, undelivered }) => status === 'open' && undelivered)).toEqual([])
  await app.sql`update invitations set expires_at = now() where id = ${right.id}`
  expect(await invitations.withdraw({ id: right.id })).toMatchObject({ status: 'withdrawn' })
})

test('registration is open, by invitation, or closed to every seller', async () => {
  await invitations.create({ email: 'quin@example.com' })
  const invite = await tokenTo(app, 'quin@example.com', 'invite')
  await settings.edit({ change: { registration: 'closed' } })
  expect((await signUp({ email: 'x@example.com' })).json).toMatchObject({ code: 'registration-closed' })
  expect((await signUp({ email: 'quin@example.com', invite })).json).toMatchObject({ code: 'registration-closed' })
  expect((await openInvitation(invite)).json).toMatchObject({ code: 'registration-closed' })
  await expect(invitations.create({ email: 'y@example.com' })).rejects.toMatchObject({
    code: 'registration-closed',
    message: 'Registration is closed: only administrators can be invited.',
    data: { field: 'role' },
  })
  await settings.edit({ change: { registration: 'invitation' } })
  expect((await signUp({ email: 'x@example.com' })).json).toMatchObject({ code: 'invitation-needed' })
  expect((await signUp({ email: 'quin@example.com', invite })).json?.user).toMatchObject({ role: 'seller' })
  await settings.edit({ change: { registration: 'open' } })
})

test('an invited administrator signs up under every registration mode and cannot choose another role', async () => {
  for (const registration of ['open', 'invitation', 'closed'] as const) {
    await settings.edit({ change: { registration } })
    const email = `ira.${registration}@example.com`
    expect(await invitations.create({ email, role: 'admin' })).toMatchObject({ email, role: 'admin', status: 'open' })
    const invite = await tokenTo(app, email, 'invite')
    expect((await openInvitation(invite)).json).toEqual({ email, role: 'admin' })
    expect((await signUp({ email, invite })).json?.user).toMatchObject({ email, role: 'admin' })
  }
  await settings.edit({ change: { registration: 'open' } })
})

test('the open invitations of an admin end when they stop being an admin, and the history says so', async () => {
  const endings = {
    suspended: (id: string) => caller(admin).users.suspend({ id, reason: 'Theft.' }),
    demoted: (id: string) => caller(admin).users.makeSeller({ id }),
    changed: (id: string) => app.sql`update users set role = 'seller' where id = ${id}`,
  }
  for (const [how, end] of Object.entries(endings)) {
    const rogue = await person('Rogue', { role: 'admin' })
    const email = `friend.${how}@example.com`
    const { id } = await caller(rogue).invitations.create({ email, role: 'admin' })
    const invite = await tokenTo(app, email, 'invite')
    expect(await caller(admin).users.get({ id: rogue.id })).toMatchObject({ invitations: 1 })
    await end(rogue.id)
    expect((await openInvitation(invite)).json).toMatchObject({ code: 'invitation-invalid' })
    expect((await signUp({ email, invite })).json).toMatchObject({ user: null, code: 'invitation-invalid' })
    expect((await invitations.list()).find((one) => one.id === id)?.status).toBe('withdrawn')
    expect(await caller(admin).users.get({ id: rogue.id })).toMatchObject({ invitations: 0 })
    const events = await app.sql`select kind, actor_id as by from events where item_id = ${id} order by id`
    expect(events.slice(1)).toEqual(how === 'changed' ? [] : [{ kind: 'user.uninvite', by: admin.id }])
  }
})

test('an invitation whose mail still waits is not sent if the inviter is no longer an admin', async () => {
  const rogue = await person('Rogue', { role: 'admin' })
  const { id } = await caller(rogue).invitations.create({ email: 'late@example.com', role: 'admin' })
  const sent = await mailsTo(app, 'late@example.com')
  await caller(admin).users.makeSeller({ id: rogue.id })
  await sendMail(app.db, { to: 'late@example.com', template: 'invitation', values: { invitationId: id } })
  expect(await mailsTo(app, 'late@example.com')).toHaveLength(sent.length)
})

test('a mailbox gets at most three invitations an hour, from all admins together', async () => {
  for (let at = 0; at < 3; at++) await invitations.create({ email: 'much@example.com' })
  const other = await person('Other', { role: 'admin' })
  await expect(caller(other).invitations.create({ email: 'much@example.com' })).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('the support address cannot be invited', async () => {
  await expect(invitations.create({ email: 'support@example.com', role: 'admin' })).rejects.toMatchObject({ code: 'email-reserved' })
})

test('the link is only in its mail, and the history says who invited whom', async () => {
  await invitations.create({ email: 'rose@example.com' })
  const token = await tokenTo(app, 'rose@example.com', 'invite')
  const [row] = await app.sql`select row_to_json(i)::text || coalesce((select string_agg(o::text, '') from outgoing_mails o), '') as all
    from invitations i where email = 'rose@example.com'`
  expect(row?.all).not.toContain(token)
  const { rows } = await caller(admin).history.list({ type: 'user_edit' })
  expect(rows[0]).toMatchObject({ kind: 'user.invite', user: 'Ada', description: 'rose@example.com was invited as a seller.' })
})
