import { describe, expect, test } from 'vitest'
import { seal, unseal } from '#server/platform/sealed.ts'
import { accountSteps, password } from '#server/testing/accounts.ts'
import { mailsTo } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { codeOf, inBase32, stepAt } from './totp.ts'

const { app, caller, admin, secondAdmin } = await openTestApp()
const { ask } = await openTestServer(app)
const { sql } = app
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const { post, member } = accountSteps({ app }, { ask })
const signIn = (email: string, code?: string) => post('sign-in', { email, password, ...(code && { code }) })

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app shows; `later` half minutes ahead, as each code counts once. */
const shown = (secret: string, later = 0) => codeOf(fromBase32(secret), stepAt(Date.now()) + later)
/** Makes the present code valid again, as if half a minute had passed. */
const wait = (id: string) => sql`update second_factors set last_step = last_step - 3 where user_id = ${id}`

async function protectedMember() {
  const tove = await member('Tove')
  const { secret } = await caller(tove).account.startSecondFactor({ password })
  const { codes } = await caller(tove).account.confirmSecondFactor({ code: shown(secret) })
  await wait(tove.id)
  return { tove, secret, codes }
}

describe('codes', () => {
  test('are those of RFC 6238', () => {
    const secret = Buffer.from('12345678901234567890')
    expect([59, 1111111109, 1234567890, 20000000000].map((s) => codeOf(secret, stepAt(s * 1000)))).toEqual([
      '287082',
      '081804',
      '005924',
      '353130',
    ])
  })

  test('come from a secret in the form that apps read, and sealed in the database', () => {
    expect(inBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    const sealed = seal(Buffer.from('secret'), 'x'.repeat(32))
    expect(unseal(sealed, 'x'.repeat(32))?.toString()).toBe('secret')
    expect(unseal(sealed, 'y'.repeat(32))).toBeNull()
  })
})

describe('a second factor', () => {
  test('is required once a first code of the app was given, not before', async () => {
    const tove = await member('Tove')
    const { secret, uri } = await caller(tove).account.startSecondFactor({ password })
    expect(uri).toMatch(/^otpauth:\/\/totp\/Backstall:tove\d+%40example.com\?secret=[A-Z2-7]{32}&issuer=Backstall/)
    expect((await signIn(tove.email)).status).toBe(200)
    await expect(caller(tove).account.confirmSecondFactor({ code: '000000' })).rejects.toMatchObject({ code: 'wrong-code' })
    const { codes } = await caller(tove).account.confirmSecondFactor({ code: shown(secret) })
    expect(codes).toHaveLength(10)
    const refused = await signIn(tove.email)
    expect([refused.status, refused.json?.code, refused.headers.getSetCookie()]).toEqual([401, 'second-factor-needed', []])
    await wait(tove.id)
    expect((await signIn(tove.email, shown(secret))).status).toBe(200)
    await expect(caller(tove).account.startSecondFactor({ password })).rejects.toMatchObject({ code: 'second-factor-on' })
    expect(await caller(tove).account.get()).toMatchObject({ secondFactor: { on: true, recoveryCodesLeft: 10, required: false } })
    expect(JSON.stringify(await sql`select * from second_factors`)).not.toContain(secret)
    expect((await mailsTo(app, tove.email)).at(-1)?.subject).toContain('turned on')
  })

  test('reveals nothing without the right password', async () => {
    const { tove, secret } = await protectedMember()
    const wrong = await post('sign-in', { email: tove.email, password: 'not it at all', code: shown(secret) })
    expect(wrong.json).toMatchObject({ code: 'wrong-credentials', user: null })
  })

  test('accepts each code once, even if two come at the same moment', async () => {
    const { tove, secret } = await protectedMember()
    const code = shown(secret)
    const both = await Promise.all([signIn(tove.email, code), signIn(tove.email, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await signIn(tove.email, code)).json).toMatchObject({ code: 'wrong-code', field: 'code' })
    expect((await signIn(tove.email, shown(secret, -1))).json).toMatchObject({ code: 'wrong-code' })
  })

  test('cannot be guessed: after ten wrong codes the account is locked for a while', async () => {
    const { tove, secret } = await protectedMember()
    for (let at = 0; at < 10; at++) expect((await signIn(tove.email, '000000')).json).toMatchObject({ code: 'wrong-code' })
    const response = await signIn(tove.email, shown(secret))
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('does not lock its owner out of known devices, and cannot be guessed there either', async () => {
    const { tove, secret } = await protectedMember()
    const first = await signIn(tove.email, shown(secret))
    const cookie =
      first.headers
        .getSetCookie()
        .find((one) => one.includes('device='))
        ?.split(';')[0] ?? ''
    const here = (code: string) =>
      ask('/api/auth/sign-in', { method: 'POST', json: { email: tove.email, password, code }, headers: { cookie } })
    await wait(tove.id)
    for (let at = 0; at < 10; at++) await signIn(tove.email, '000000')
    expect((await signIn(tove.email, shown(secret))).status).toBe(429)
    expect((await here(shown(secret))).status).toBe(200)
    await wait(tove.id)
    for (let at = 0; at < 10; at++) expect((await here('000000')).json).toMatchObject({ code: 'wrong-code' })
    expect((await here(shown(secret))).status).toBe(429)
  })

  test('cannot be set up before the address is confirmed', async () => {
    const tove = await member('Tove')
    await sql`update users set email_verified = false where id = ${tove.id}`
    await expect(caller(tove).account.startSecondFactor({ password })).rejects.toMatchObject({ code: 'email-unconfirmed' })
    expect(await sql`select 1 from second_factors where user_id = ${tove.id}`).toEqual([])
  })

  test('can be replaced by recovery codes if the phone is lost, each once', async () => {
    const { tove, codes } = await protectedMember()
    const [code = ''] = codes
    expect((await signIn(tove.email, code.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    const again = 'This recovery code is wrong or was used before. Enter another one.'
    expect((await signIn(tove.email, code)).json).toMatchObject({ code: 'wrong-code', error: again })
    expect((await mailsTo(app, tove.email)).at(-1)?.text).toContain('codes left: 9')
    expect(JSON.stringify(await sql`select recovery from second_factors`)).not.toContain(code)
  })

  test('can be switched off, or get new recovery codes, with password and code', async () => {
    const { tove, secret, codes } = await protectedMember()
    const { newRecoveryCodes, endSecondFactor } = caller(tove).account
    await expect(newRecoveryCodes({ password: 'not it', code: shown(secret) })).rejects.toMatchObject({ code: 'wrong-password' })
    await expect(endSecondFactor({ password, code: '000000' })).rejects.toMatchObject({ code: 'wrong-code' })
    const fresh = await newRecoveryCodes({ password, code: shown(secret) })
    expect(fresh.codes).not.toContain(codes[0])
    await wait(tove.id)
    expect((await signIn(tove.email, codes[0])).json).toMatchObject({ code: 'wrong-code' })
    await endSecondFactor({ password, code: fresh.codes[0] ?? '' })
    expect((await signIn(tove.email)).status).toBe(200)
    const kinds = await sql`select fields from events where item_id = ${tove.id} and kind = 'user.secondFactor' order by id`
    expect(kinds).toEqual([{ fields: ['secondFactor'] }, { fields: ['recoveryCodes'] }, { fields: ['secondFactor'] }])
  })

  test('that is off already is refused as a wrong status, not as unavailable', async () => {
    const tove = await member('Tove')
    await expect(caller(tove).account.endSecondFactor({ password, code: '000000' })).rejects.toMatchObject({ code: 'wrong-status' })
    await expect(caller(tove).account.newRecoveryCodes({ password, code: '000000' })).rejects.toMatchObject({ code: 'wrong-status' })
    expect(await sql`select 1 from events where item_id = ${tove.id} and kind = 'user.secondFactor'`).toEqual([])
  })

  test('uses no recovery code without notice: if the mail to its owner cannot be written, the code stays valid', async () => {
    const { tove, codes } = await protectedMember()
    await mailsTo(app, tove.email)
    await sql`alter table outgoing_mails add constraint no_mail check (template <> 'recoveryUsed') not valid`
    expect((await signIn(tove.email, codes[0])).status).toBe(500)
    await sql`alter table outgoing_mails drop constraint no_mail`
    expect((await signIn(tove.email, codes[0])).status).toBe(200)
    expect((await mailsTo(app, tove.email)).at(-1)?.text).toContain('a recovery code were used to sign in to your account')
  })

  test('uses no code up if the session of the sign-in cannot be written', async () => {
    const { tove, secret } = await protectedMember()
    const code = shown(secret)
    await sql`alter table sessions add constraint no_session check (id = '') not valid`
    expect((await signIn(tove.email, code)).status).toBe(500)
    await sql`alter table sessions drop constraint no_session`
    expect((await signIn(tove.email, code)).status).toBe(200)
    expect((await signIn(tove.email, code)).json).toMatchObject({ code: 'wrong-code' })
  })

  test('confirms a change of a role instead of the password, with an unused code of the same account alone', async () => {
    const { tove, secret } = await protectedMember()
    await sql`update users set role = 'admin' where id = ${tove.id}`
    await sql`update sessions set confirmed_at = now() - interval '1 hour' where id = ${tove.sessionId}`
    const { users } = caller({ ...tove, role: 'admin' })
    const one = await member('Tove')
    await expect(users.makeAdmin({ id: one.id, code: '000000' })).rejects.toMatchObject({ code: 'wrong-code', data: { field: 'code' } })
    const { secret: another } = await protectedMember()
    await expect(users.makeAdmin({ id: one.id, code: shown(another) })).rejects.toMatchObject({ code: 'wrong-code' })
    const code = shown(secret)
    expect(await users.makeAdmin({ id: one.id, code })).toMatchObject({ role: 'admin' })
    await sql`update sessions set confirmed_at = now() - interval '1 hour' where id = ${tove.sessionId}`
    await expect(users.makeSeller({ id: one.id, code })).rejects.toMatchObject({ code: 'wrong-code' })
  })

  test('that admins need from now on is needed at once: on no node can an admin without one still read or write', async () => {
    await sql`insert into second_factors (user_id, secret, confirmed_at) values (${admin.id}, 'x', now())`
    // A node that gets no hints and keeps its caches. The streams are those of the other node, so its end does not close them.
    const before = app.settings.current()
    const deaf = await openTestServer({
      ...app,
      feed: { ...app.feed, onHint: () => () => {}, live: { ...app.feed.live, close: () => {} } },
      settings: { ...app.settings, current: () => before },
    })
    const nodes = [{ ask }, deaf]
    const call = (node: (typeof nodes)[number], name: string, json: object = {}) =>
      node.ask(`/rpc/${name}`, { method: 'POST', as: secondAdmin, json: { json } })
    for (let round = 0; round < 10; round++) {
      for (const node of nodes) expect((await call(node, 'users/list')).status).toBe(200)
      await caller(admin).settings.edit({ change: { adminsNeedSecondFactor: true } })
      for (const node of nodes) {
        for (const name of ['users/list', 'invitations/list'])
          expect((await call(node, name)).json).toMatchObject({ json: { code: 'second-factor-required' } })
        const written = await call(node, 'settings/edit', { change: { marketplaceName: 'Bazaar' } })
        expect(written.json).toMatchObject({ json: { code: 'second-factor-required' } })
        expect((await call(node, 'account/get')).json).toMatchObject({ json: { secondFactor: { required: true } } })
        expect((await call(node, 'users/me')).json).toMatchObject({ json: { user: { lacksSecondFactor: true } } })
      }
      await caller(admin).settings.edit({ change: { adminsNeedSecondFactor: false } })
    }
    await sql`delete from second_factors where user_id = ${admin.id}`
  })

  test('that admins need is checked by the write itself, even if the request was authenticated a moment before', async () => {
    const refused = { code: 'second-factor-required' }
    const { id } = await member('Tove')
    const bert = caller(secondAdmin)
    await sql`insert into settings (key, value) values ('adminsNeedSecondFactor', 'true') on conflict (key) do update set value = excluded.value`
    await expect(bert.settings.edit({ change: { marketplaceName: 'Bazaar' } })).rejects.toMatchObject(refused)
    await expect(bert.users.suspend({ id, reason: 'None.' })).rejects.toMatchObject(refused)
    await expect(bert.invitations.create({ email: 'one@example.com' })).rejects.toMatchObject(refused)
    await expect(caller({ ...secondAdmin, lacksSecondFactor: true }).account.edit({ change: { about: 'Late.' } })).resolves.toBeTruthy()
    await sql`update settings set value = 'false' where key = 'adminsNeedSecondFactor'`
    expect(await bert.users.suspend({ id, reason: 'None.' })).toMatchObject({ status: 'suspended' })
  })

  test('that admins need is first set up by the admin who requires it, and the settings count the other admins without one', async () => {
    await sql`delete from second_factors`
    await sql`update users set role = 'seller' where role = 'admin' and id <> all(${[admin.id, secondAdmin.id]})`
    const { settings } = caller(admin)
    const required = { adminsNeedSecondFactor: true }
    expect(await settings.adminsWithoutSecondFactor()).toEqual({ self: true, others: 1 })
    const refused = { code: 'own-factor-first', status: 409, data: { field: 'change.adminsNeedSecondFactor' } }
    await expect(settings.edit({ change: { ...required, marketplaceName: 'Bazaar' } })).rejects.toMatchObject(refused)
    // One that was begun counts for nothing.
    await sql`insert into second_factors (user_id, secret) values (${admin.id}, 'x')`
    await expect(settings.edit({ change: required })).rejects.toMatchObject(refused)
    expect(await settings.get()).toMatchObject({ adminsNeedSecondFactor: false, marketplaceName: 'Backstall' })
    await sql`update second_factors set confirmed_at = now()`
    expect(await settings.adminsWithoutSecondFactor()).toEqual({ self: false, others: 1 })
    expect(await settings.edit({ change: required })).toMatchObject(required)
    await settings.edit({ change: { adminsNeedSecondFactor: false } })
  })

  test('that admins need locks no admin out: with an unconfirmed address they confirm it, set one up, and are in again', async () => {
    const { tove: owner } = await protectedMember()
    const lea = await member('Tove')
    await sql`update users set role = 'admin', email_verified = id <> ${lea.id} where id = any(${[owner.id, lea.id]})`
    await caller({ ...owner, role: 'admin' }).settings.edit({ change: { adminsNeedSecondFactor: true } })
    const of = async (name: string, json: object = {}) =>
      (await ask(`/rpc/${name}`, { method: 'POST', as: lea, json: { json } })).json?.json
    expect(await of('users/list')).toMatchObject({ code: 'second-factor-required' })
    expect(await of('account/startSecondFactor', { password })).toMatchObject({ code: 'email-unconfirmed' })
    expect(await of('account/sendVerification')).toEqual({})
    const token = /verify=([\w-]+)/.exec((await mailsTo(app, lea.email)).at(-1)?.text ?? '')?.[1]
    expect((await post('verify-email', { token })).status).toBe(200)
    const { secret } = (await of('account/startSecondFactor', { password })) as { secret: string }
    expect(await of('account/confirmSecondFactor', { code: shown(secret) })).toMatchObject({ codes: expect.any(Array) })
    await expect.poll(() => of('users/list')).toMatchObject({ rows: expect.any(Array) })
    await caller({ ...owner, role: 'admin' }).settings.edit({ change: { adminsNeedSecondFactor: false } })
    await sql`update users set role = 'seller' where id = any(${[owner.id, lea.id]})`
  })

  test('that admins need keeps those without one from everything but setting it up', async () => {
    await sql`delete from second_factors where user_id = any(${[admin.id, secondAdmin.id]})`
    await sql`insert into second_factors (user_id, secret, confirmed_at) values (${admin.id}, 'x', now())`
    await caller(admin).settings.edit({ change: { adminsNeedSecondFactor: true } })
    await sql`delete from second_factors where user_id = ${admin.id}`
    const call = (name: string, as: Person) => ask(`/rpc/${name}`, { method: 'POST', as, json: { json: {} } })
    await expect.poll(async () => (await call('users/list', admin)).json).toMatchObject({ json: { code: 'second-factor-required' } })
    for (const name of ['products/queue', 'products/list', 'settings/get', 'notifications/unread', 'history/list'])
      expect((await call(name, secondAdmin)).json).toMatchObject({ json: { code: 'second-factor-required' } })
    expect((await call('account/get', secondAdmin)).json).toMatchObject({ json: { secondFactor: { on: false, required: true } } })
    expect((await call('users/me', secondAdmin)).json).toMatchObject({ json: { user: { lacksSecondFactor: true } } })
    // Refusing the stream would end the session in which they set it up.
    expect((await ask('/api/live', { as: secondAdmin, endless: true })).status).toBe(200)
    await sql`insert into second_factors (user_id, secret, confirmed_at) values (${secondAdmin.id}, 'x', now())`
    await expect.poll(async () => (await call('users/list', secondAdmin)).status).toBe(200)
    await expect(caller(secondAdmin).account.endSecondFactor({ password, code: '1' })).rejects.toMatchObject({
      code: 'second-factor-required',
    })
    const tove = await member('Tove')
    expect((await call('products/list', tove)).status).toBe(200)
    await caller(secondAdmin).settings.edit({ change: { adminsNeedSecondFactor: false } })
  })
})
