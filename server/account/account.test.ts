import { expect, test } from 'vitest'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { accountSteps, password } from '#server/testing/accounts.ts'
import { mailsTo, tokenTo } from '#server/testing/mails.ts'
import { addSession, type Person } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, caller, person, admin } = await openTestApp()
const { ask } = await openTestServer(app)
const { sql } = app
const another = 'the tide comes in twice'

const { post, member } = accountSteps({ app }, { ask })
const signIn = (email: string, given: string) => post('sign-in', { email, password: given })

test('people change their profile, and nothing else', async () => {
  const mira = await member('Mira')
  const change = { name: 'Mira Stone', shopName: 'Stones', phone: '+43 1 234', address: 'Lane 1\n1010 Wien', about: 'Old stones.' }
  const extra = [{ key: 'vatNumber', value: 'AT1' }]
  const after = await caller(mira).account.edit({ change: { ...change, extra } })
  expect(after).toMatchObject({ ...change, extra, email: mira.email, role: 'seller', emailVerified: true, mayChoosePassword: false })
  expect(await caller(mira).account.get()).toEqual(after)
  for (const smuggled of ['role', 'status', 'email', 'emailVerified', 'id', 'pendingEmail'])
    await expect(caller(mira).account.edit({ change: { [smuggled]: 'admin' } })).rejects.toMatchObject({ code: 'invalid-argument' })
  const twice = { extra: [extra, extra].flat() }
  await expect(caller(mira).account.edit({ change: twice })).rejects.toMatchObject({ code: 'invalid-argument' })
  await expect(caller(mira).account.edit({ change: { name: ' ' } })).rejects.toMatchObject({ code: 'invalid-argument' })
  const events = await sql`select kind, fields from events where item_id = ${mira.id} order by id`
  expect(events.at(-1)).toEqual({ kind: 'user.profile', fields: ['name', 'shopName', 'phone', 'address', 'about', 'extra'] })
  expect((await ask('/rpc/users/me', { method: 'POST', as: mira })).text).toContain('Mira Stone')
})

test('a seller cannot take a name of the staff, for themselves or their shop; an admin can, and who has one keeps it', async () => {
  const mira = await member('Mira')
  const edit = (as: Person, change: object) => caller(as).account.edit({ change })
  for (const name of ['Support', 'аdmin', 'Adm1n team', 'Backstall'])
    for (const field of ['name', 'shopName'])
      await expect(edit(mira, { [field]: name, about: 'Stones.' })).rejects.toMatchObject({
        code: 'name-reserved',
        status: 422,
        data: { field: `change.${field}` },
      })
  expect(await caller(mira).account.get()).toMatchObject({ name: 'Mira', shopName: '', about: '' })
  expect(await edit(mira, { name: 'Ada Support Ltd', shopName: 'Support Ltd' })).toMatchObject({ name: 'Ada Support Ltd' })
  expect(await edit(admin, { name: 'Support', shopName: 'Moderator' })).toMatchObject({ name: 'Support' })
  // A former admin keeps their name until they change it.
  await sql`update users set role = 'seller' where id = ${admin.id}`
  const former = { ...admin, role: 'seller' as const }
  expect(await edit(former, { name: 'Support', about: 'Back to selling.' })).toMatchObject({ name: 'Support', about: 'Back to selling.' })
  await expect(edit(former, { name: 'Support Team' })).rejects.toMatchObject({ code: 'name-reserved' })
  expect(await edit(former, { name: 'Ada', shopName: '' })).toMatchObject({ name: 'Ada' })
  await sql`update users set role = 'admin' where id = ${admin.id}`
})

test('a new password needs the old one, signs out all other devices, and is reported by mail', async () => {
  const mira = await member('Mira')
  const tablet = { ...mira, ...(await addSession(app.db, mira.id)) }
  const change = caller(mira).account.changePassword
  await expect(change({ current: 'not it', password: another })).rejects.toMatchObject({
    code: 'wrong-password',
    data: { field: 'current' },
  })
  await expect(change({ password: another })).rejects.toMatchObject({ code: 'wrong-password' })
  await expect(change({ current: password, password: 'password1' })).rejects.toMatchObject({ code: 'password-common' })
  for (const guessable of [mira.email.toUpperCase(), 'Backstall'])
    await expect(change({ current: password, password: guessable })).rejects.toMatchObject({
      code: 'password-guessable',
      data: { field: 'password' },
    })
  await change({ current: password, password: another })
  expect((await caller(mira).account.devices()).map(({ id }) => id)).toEqual([mira.sessionId])
  await expect(caller(tablet).account.edit({ change: { name: 'Eve' } })).rejects.toMatchObject({ code: 'not-signed-in' })
  expect((await signIn(mira.email, password)).status).toBe(401)
  expect((await signIn(mira.email, another)).status).toBe(200)
  expect((await mailsTo(app, mira.email)).at(-1)?.subject).toBe('Your password on Backstall was changed')
})

test('a password cannot be guessed through an open session', async () => {
  const mira = await member('Mira')
  const guess = () => caller(mira).account.changeEmail({ password: 'not it', email: 'eve@example.com' })
  for (let at = 0; at < 10; at++) await expect(guess()).rejects.toMatchObject({ code: 'wrong-password' })
  await expect(guess()).rejects.toMatchObject({ code: 'too-many-requests', status: 429 })
  const over = await ask('/rpc/account/changeEmail', { method: 'POST', as: mira, json: { json: { password, email: 'eve@example.com' } } })
  expect([over.status, Number(over.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a reset link opened while signed in lets only this session choose a password, and only once', async () => {
  const mira = await member('Mira')
  const tablet = { ...mira, ...(await addSession(app.db, mira.id)) }
  await post('forgot-password', { email: mira.email })
  const token = await tokenTo(app, mira.email, 'reset')
  const opened = await ask(`/login?reset=${token}`, { as: mira })
  expect(opened.headers.get('location')).toBe('/seller/products?link=reset')
  expect((await caller(mira).account.get()).mayChoosePassword).toBe(true)
  expect((await caller(tablet).account.get()).mayChoosePassword).toBe(false)
  await expect(caller(tablet).account.changePassword({ password: another })).rejects.toMatchObject({ code: 'wrong-password' })
  await caller(mira).account.changePassword({ password: another })
  await expect(caller(mira).account.changePassword({ password })).rejects.toMatchObject({ code: 'wrong-password' })
  expect((await signIn(mira.email, another)).status).toBe(200)
})

test('a new address takes effect when it is confirmed; the old address gets a mail, and the change can be cancelled', async () => {
  const mira = await member('Mira')
  const email = 'mira.elsewhere@example.com'
  expect(await caller(mira).account.changeEmail({ password, email })).toMatchObject({ email: mira.email, pendingEmail: email })
  expect((await signIn(email, password)).status).toBe(401)
  expect((await mailsTo(app, mira.email)).at(-1)?.text).toContain(email)
  const first = await tokenTo(app, email, 'verify')
  expect(await caller(mira).account.keepEmail()).toMatchObject({ pendingEmail: null })
  expect((await post('verify-email', { token: first })).json).toMatchObject({ code: 'link-expired' })
  await caller(mira).account.changeEmail({ password, email })
  await caller(mira).account.sendVerification()
  expect((await post('verify-email', { token: await tokenTo(app, email, 'verify') })).json).toEqual({ email })
  expect(await caller(mira).account.get()).toMatchObject({ email, pendingEmail: null, emailVerified: true })
  const [event] = await sql`
    select e.kind, d.before, d.after from events e join event_details d on d.event_id = e.id where item_id = ${mira.id} order by id desc limit 1`
  expect(event).toEqual({ kind: 'user.email', before: { email: mira.email }, after: { email } })
})

test('people cannot take the support address, and the support admin cannot change it', async () => {
  const mira = await member('Mira')
  const wish = (email: string) => caller(mira).account.changeEmail({ password, email })
  await expect(wish('Support@Example.com')).rejects.toMatchObject({ code: 'email-reserved' })
  const support = await person('Support', { role: 'admin' })
  await sql`update users set email = 'support@example.com' where id = ${support.id}`
  await expect(caller(support).account.changeEmail({ password, email: 'me@example.com' })).rejects.toMatchObject({
    code: 'support-account',
  })
  await sql`update users set email = 'no.support@example.com' where id = ${support.id}`
})

test('asking for the address of another person is answered like asking for any other, and only its owner gets a mail', async () => {
  const mira = await member('Mira')
  const owner = await member('Olaf')
  const before = await mailsTo(app, owner.email)
  expect(await caller(mira).account.changeEmail({ password, email: owner.email.toUpperCase() })).toMatchObject({
    pendingEmail: owner.email,
  })
  const [mail, ...more] = (await mailsTo(app, owner.email)).slice(before.length)
  expect(more).toEqual([])
  expect(mail?.subject).toContain('request to use your address')
  expect(mail?.text).not.toMatch(/Mira|verify=/)
  expect(await sql`select 1 from account_tokens where user_id = ${mira.id} and purpose = 'email'`).toEqual([])
  // If the change was cancelled before the mail goes out, the owner gets no mail.
  await sendMail(app.db, { to: owner.email, template: 'confirmEmail', values: { userId: admin.id } })
  expect(await mailsTo(app, owner.email)).toHaveLength(before.length + 1)
})

test('asking for the current address cancels a pending change, and cancelling without one records no event', async () => {
  const mira = await member('Mira')
  const wishes = () => sql`select 1 from events where item_id = ${mira.id} and fields = '{pendingEmail}'`
  await caller(mira).account.keepEmail()
  expect(await wishes()).toHaveLength(0)
  await caller(mira).account.changeEmail({ password, email: 'mira.further@example.com' })
  expect(await caller(mira).account.changeEmail({ password, email: mira.email })).toMatchObject({ email: mira.email, pendingEmail: null })
  expect(await wishes()).toHaveLength(2)
})

test('people see the devices they are signed in on, and sign out those they do not know', async () => {
  const mira = await member('Mira')
  const other = await member('Mira')
  const tablet = { ...mira, ...(await addSession(app.db, mira.id)) }
  const devices = await caller(mira).account.devices()
  expect(devices[0]).toMatchObject({ id: mira.sessionId, isThis: true })
  expect(devices.map(({ id }) => id)).toContain(tablet.sessionId)
  expect(devices.map(({ id }) => id)).not.toContain(other.sessionId)
  expect(JSON.stringify(devices)).not.toContain(mira.sessionToken)
  await expect(caller(mira).account.endDevice({ id: other.sessionId })).rejects.toMatchObject({ code: 'not-found' })
  expect((await ask('/rpc/account/get', { method: 'POST', as: tablet })).status).toBe(200)
  await caller(mira).account.endDevice({ id: tablet.sessionId })
  await expect.poll(async () => (await ask('/rpc/account/get', { method: 'POST', as: tablet })).status).toBe(401)
  await caller(mira).account.endOtherDevices()
  expect(await caller(mira).account.devices()).toHaveLength(1)
  expect(await caller(other).account.devices()).not.toHaveLength(0)
})

test('a new password cancels a pending change of address and all earlier links, and the mail says so', async () => {
  const mira = await member('Mira')
  await caller(mira).account.changeEmail({ password, email: 'thief@example.com' })
  const token = await tokenTo(app, 'thief@example.com', 'verify')
  await caller(mira).account.changePassword({ current: password, password: another })
  expect(await caller(mira).account.get()).toMatchObject({ email: mira.email, pendingEmail: null })
  expect((await post('verify-email', { token })).json).toMatchObject({ code: 'link-expired' })
  expect(await sql`select 1 from account_tokens where user_id = ${mira.id}`).toEqual([])
  expect((await mailsTo(app, mira.email)).at(-1)?.text).toContain('change of your email address to thief@example.com was cancelled')
})

test('a reset cancels a pending change of address, even if the mail of the change goes out later', async () => {
  const mira = await member('Mira')
  await caller(mira).account.changeEmail({ password, email: 'late.thief@example.com' })
  await post('forgot-password', { email: mira.email })
  const reset = await tokenTo(app, mira.email, 'reset')
  const before = await tokenTo(app, 'late.thief@example.com', 'verify')
  expect((await post('reset-password', { token: reset, password: another })).status).toBe(200)
  // A postponed mail is tried again.
  await sendMail(app.db, { to: 'late.thief@example.com', template: 'confirmEmail', values: { userId: mira.id } })
  expect(await tokenTo(app, 'late.thief@example.com', 'verify')).toBe(before)
  expect((await post('verify-email', { token: before })).json).toMatchObject({ code: 'link-expired' })
  expect(await sql`select email, pending_email from users where id = ${mira.id}`).toEqual([{ email: mira.email, pending_email: null }])
})

test('the link of a cancelled change of address opens nothing, even if the same address is asked for again', async () => {
  const mira = await member('Mira')
  const email = 'mira.again@example.com'
  await caller(mira).account.changeEmail({ password, email })
  const token = await tokenTo(app, email, 'verify')
  await caller(mira).account.keepEmail()
  await caller(mira).account.changeEmail({ password, email })
  expect((await post('verify-email', { token })).json).toMatchObject({ code: 'link-expired' })
})

test('changes of address are limited, so that they cannot flood a mailbox', async () => {
  const mira = await member('Mira')
  const wish = (email: string) =>
    caller(mira)
      .account.changeEmail({ password, email })
      .then(() => 'asked')
      .catch(({ code }) => code)
  const codes = []
  for (const at of [1, 2, 3]) codes.push(await wish(`ever.new${at}@example.com`))
  for (const _ of [1, 2, 3]) codes.push(await wish(admin.email))
  expect(codes).toEqual(['asked', 'asked', 'asked', 'asked', 'asked', 'too-many-requests'])
})

test('an unconfirmed address, perhaps of a stranger, only learns that it is to be confirmed or given up: no new address, and at most thrice an hour', async () => {
  const mira = await member('Mira')
  // The mail of the sign-up may have been sent before the address was confirmed.
  const before = await mailsTo(app, mira.email)
  await sql`update users set email_verified = false where id = ${mira.id}`
  for (const email of [1, 2, 3, 4].map((at) => `mira.other${at}@example.com`)) await caller(mira).account.changeEmail({ password, email })
  await caller(mira).account.changePassword({ current: password, password: another })
  const mails = (await mailsTo(app, mira.email)).slice(before.length)
  expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill('Your email address on Backstall is about to change'))
  expect(mails.map(({ text }) => text).join()).not.toMatch(/Mira|mira\.other/)
})

test('a password is changed at most ten times an hour', async () => {
  const mira = await member('Mira')
  for (let at = 0; at < 10; at++) await caller(mira).account.changePassword({ current: password, password })
  const again = caller(mira).account.changePassword({ current: password, password })
  await expect(again).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('the limit on one kind of link does not block another kind', async () => {
  const mira = await member('Mira')
  await sql`update users set email_verified = false where id = ${mira.id}`
  for (let at = 0; at < 4; at++) await post('forgot-password', { email: mira.email })
  expect((await post('forgot-password', { email: mira.email })).status).toBe(429)
  await expect(caller(mira).account.sendVerification()).resolves.toEqual({})
})
