import { describe, expect, it } from 'vitest'
import { defaultSettings } from '#domain/settings.ts'
import { hashOf } from '#server/links/tokens.ts'
import { seal } from '#server/platform/sealed.ts'
import { codeOf, newSecret, stepAt } from '#server/second-factor/totp.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { claimsIn, signToken, throughProvider } from '#server/testing/oidc-provider.ts'
import type { Person } from '#server/testing/people.ts'
import { openProviderSignIn } from '#server/testing/provider-sign-in.ts'
import { cookieOf, openTestServer } from '#server/testing/test-server.ts'

const {
  admin,
  app,
  atProvider,
  kindsOf,
  newBrowser,
  oidc,
  secondAdmin,
  seller,
  server,
  setPassword,
  someone,
  state,
  userAt,
  person: addPerson,
} = await openProviderSignIn()
const withClaim = await openTestServer(app, { oidc: { ...oidc, roleClaim: 'roles' } })
const withoutPasswords = await openTestServer(app, { oidc, passwordSignIn: false })
for (const { url } of [withClaim, withoutPasswords]) atProvider.allow(url)

const confirmAddress = ({ id }: { id: string }) => app.sql`update users set email_verified = true where id = ${id}`
const sessionsOf = (id: string) => app.sql`select 1 from sessions where user_id = ${id}`
const setFactor = async (id: string) => {
  const secret = newSecret()
  await app.sql`insert into second_factors (user_id, secret, confirmed_at) values (${id}, ${seal(secret, app.config.sessionSecret)}, now())`
  return () => codeOf(secret, stepAt(Date.now()))
}

/** The browser of a person who signed in otherwise. */
async function browserOf({ sessionToken }: Person, at = server) {
  const [name = '', value = ''] = cookieOf(app, { sessionToken }).split(/=(.*)/s)
  return newBrowser(at, new Map([[name, value]]))
}

describe('a person who signs in at the provider', () => {
  it('becomes a seller at the first time, and is the same person ever after, whatever their address is then', async () => {
    const nora = someone()
    const browser = newBrowser()
    const first = await browser.signIn(nora, { purpose: 'sign-in', return: '/seller/orders?status=open' })
    expect([first.status, first.json]).toMatchObject([
      200,
      { purpose: 'sign-in', to: '/seller/orders?status=open', user: { email: nora.email, role: 'seller' } },
    ])
    const user = await userAt(nora.email)
    expect(user).toMatchObject({ name: 'Nora Night', verified: true })
    expect(await kindsOf(user?.id ?? '')).toEqual(['user.register'])
    const again = await newBrowser().signIn({ ...nora, email: 'moved@provider.example', name: 'N. Night' })
    expect(again.json?.user).toMatchObject({ id: user?.id, email: nora.email, name: 'Nora Night' })
    expect(await app.sql`select provider_id, account_id, password from accounts where user_id = ${user?.id ?? ''}`).toEqual([
      { provider_id: atProvider.issuer, account_id: nora.sub, password: null },
    ])
  })

  it('is not vouched for by another part of the answer than the one that names the address', async () => {
    const nora = someone()
    const other = `other-${nora.email}`
    state.forge = (body) => {
      body.id_token = signToken({ ...claimsIn(String(body.id_token)), email: other }, atProvider.signing())
    }
    await newBrowser().signIn(nora)
    expect(await userAt(other)).toMatchObject({ verified: false })
  })

  it('is asked to confirm an address that the provider does not vouch for', async () => {
    const nora = someone({ email_verified: false })
    expect((await newBrowser().signIn(nora)).status).toBe(200)
    expect(await userAt(nora.email)).toMatchObject({ verified: false })
    expect(await app.sql`select template from outgoing_mails where recipient = ${nora.email}`).toEqual([{ template: 'verifyEmail' }])
  })

  it.each([
    ['https://evil.example/', null],
    ['//evil.example', null],
    ['/logout', null],
    ['/login?reset=token', null],
    ['/profile', '/profile'],
  ])('and came from %s goes on to %s', async (wanted, to) => {
    expect((await newBrowser().signIn(someone(), { purpose: 'sign-in', return: wanted })).json).toMatchObject({ to })
  })

  it.each([
    ['without an address', { email: undefined }, 'provider-email'],
    ['with something that is none', { email: 'nora at home' }, 'provider-email'],
    ['with the support address, unconfirmed', { email: 'Support@Example.com', email_verified: false }, 'email-reserved'],
    ['with a name of staff', { name: 'Support Team' }, 'name-reserved'],
  ])('%s is refused, and leaves nothing', async (_, about, code) => {
    const before = await app.sql`select count(*) from users`
    const refused = await newBrowser().signIn(someone(about))
    expect(refused.json).toMatchObject({ user: null, code, error: expect.stringMatching(/^[A-Z].+\.$/) })
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(await app.sql`select count(*) from users`).toEqual(before)
  })

  it('with the address of another account is told how to connect it, and never gets into it', async () => {
    const browser = newBrowser()
    const refused = await browser.signIn(someone({ email: seller.email }))
    expect(refused.json).toMatchObject({ code: 'email-taken', error: expect.stringContaining('connect it with') })
    expect(await browser.me()).toBe(null)
    expect(await app.sql`select 1 from accounts where user_id = ${seller.id}`).toEqual([])
  })

  it('is refused while registration is closed or by invitation, unless they were invited or have an account', async () => {
    const nora = someone()
    await newBrowser().signIn(nora)
    for (const [registration, code] of [
      ['closed', 'registration-closed'],
      ['invitation', 'invitation-needed'],
    ] as const) {
      const settings = { ...app.settings, current: () => ({ ...defaultSettings, registration }) }
      const closed = await openTestServer({ ...app, settings }, { oidc })
      atProvider.allow(closed.url)
      expect((await newBrowser(closed).signIn(someone())).json).toMatchObject({ user: null, code })
      expect((await newBrowser(closed).signIn(nora)).json).toMatchObject({ user: { email: nora.email } })
    }
  })

  it('follows an invitation in its role, for its address alone', async () => {
    const nora = someone()
    const token = 'a-token-of-an-invitation'
    await app.sql`insert into invitations (id, email, role, invited_by, token_hash, expires_at)
      values (gen_random_uuid(), ${nora.email}, 'admin', ${admin.id}, ${hashOf(token)}, now() + interval '1 day')`
    expect((await newBrowser().signIn(someone(), { purpose: 'sign-in', invite: token })).json).toMatchObject({ code: 'invitation-address' })
    expect((await newBrowser().signIn(nora, { purpose: 'sign-in', invite: token })).json).toMatchObject({ user: { role: 'admin' } })
    expect((await newBrowser().signIn(someone(), { purpose: 'sign-in', invite: token })).json).toMatchObject({ code: 'invitation-invalid' })
  })

  it('twice at once for the first time gets one account', async () => {
    const nora = someone()
    const one = newBrowser()
    const other = newBrowser()
    state.person = nora
    const answers = await Promise.all([one.back(await one.fetchAnswer()), other.back(await other.fetchAnswer())])
    expect(answers.map(({ json }) => json?.user)).toMatchObject([{ email: nora.email }, { email: nora.email }])
    expect(await app.sql`select 1 from accounts where account_id = ${nora.sub}`).toHaveLength(1)
  })

  it('while suspended or closed is refused as with a password', async () => {
    const nora = someone()
    await newBrowser().signIn(nora)
    const { id } = (await userAt(nora.email)) ?? { id: '' }
    await app.sql`update users set status = 'suspended', suspension_reason = 'Fake invoices.' where id = ${id}`
    const browser = newBrowser()
    expect((await browser.signIn(nora)).json).toMatchObject({ code: 'account-suspended', error: expect.stringContaining('Fake invoices.') })
    expect(await browser.me()).toBe(null)
    await app.sql`update users set status = 'closed' where id = ${id}`
    expect((await newBrowser().signIn(nora)).json).toMatchObject({ code: 'account-closed' })
  })

  it('signs out there as well', async () => {
    const browser = newBrowser()
    await browser.signIn(someone())
    const { json } = await browser.post('/api/auth/sign-out', {})
    const url = new URL(String(json?.url))
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([atProvider.issuer, `${server.url}/login`])
    expect(claimsIn(url.searchParams.get('id_token_hint') ?? '')).toMatchObject({ iss: atProvider.issuer, aud: oidc.clientId })
    expect(await browser.me()).toBe(null)
    expect((await (await browserOf(await addPerson('Paula'))).post('/api/auth/sign-out', {})).json).toEqual({})
    const nora = someone()
    await browser.signIn(nora)
    const formerly = signToken({ iss: 'https://former.example' }, atProvider.signing())
    await app.sql`update sessions set id_token = ${formerly} where user_id = (select id from users where email = ${nora.email})`
    expect((await browser.post('/api/auth/sign-out', {})).json).toEqual({})
  })
})

describe('the support admin', () => {
  it('comes in by the confirmed address once; after that no other person does', async () => {
    const { id } = await addPerson('Chief', { role: 'admin' })
    await app.sql`update users set email = ${app.config.supportEmail} where id = ${id}`
    const chief = someone({ email: app.config.supportEmail })
    const shown = await setFactor(id)
    const browser = newBrowser()
    state.person = chief
    const search = await browser.fetchAnswer()
    expect((await browser.back(search)).json).toMatchObject({ user: null, code: 'second-factor-needed', field: 'code' })
    expect((await browser.back(search, '000000')).json).toMatchObject({ code: 'wrong-code' })
    const mails = () => app.sql`select template from outgoing_mails where recipient = ${app.config.supportEmail}`
    expect([await kindsOf(id), await mails()]).toEqual([[], []])
    const right = await browser.fetchAnswer()
    expect((await browser.back(right, shown())).json).toMatchObject({ user: { id, isSupport: true } })
    expect(await mails()).toEqual([{ template: 'providerConnected' }])
    expect((await newBrowser().signIn(chief)).json).toMatchObject({ user: { id } })
    expect((await newBrowser().signIn(someone({ email: app.config.supportEmail }))).json).toMatchObject({ code: 'email-reserved' })
    expect(await kindsOf(id)).toEqual(['user.provider'])
    const nora = someone()
    await newBrowser().signIn(nora)
    expect((await newBrowser().signIn({ ...nora, email: app.config.supportEmail })).json).toMatchObject({ code: 'email-reserved' })
    await app.sql`delete from accounts where user_id = ${id}`
    expect((await newBrowser().signIn(chief)).json).toMatchObject({ code: 'email-reserved' })
    await app.sql`delete from second_factors where user_id = ${id}`
  })
})

describe('a person with a password', () => {
  const connect = { purpose: 'connect', return: '/profile' }

  it('connects their account after a recent confirmation, and comes in both ways', async () => {
    const paula = await addPerson('Paula')
    await setPassword(paula.id)
    const browser = await browserOf(paula)
    expect((await browser.signIn(someone(), connect)).json).toMatchObject({ code: 'email-unconfirmed' })
    await confirmAddress(paula)
    await app.sql`update sessions set confirmed_at = 'epoch' where id = ${paula.sessionId}`
    expect((await browser.go(connect)).json).toMatchObject({ code: 'confirmation-needed', field: 'password' })
    expect((await browser.go({ ...connect, password: 'not it' })).json).toMatchObject({ code: 'wrong-password' })
    const atWork = someone()
    const done = await browser.signIn(atWork, { ...connect, password: 'a lantern in the fog' })
    expect(done.json).toMatchObject({ purpose: 'connect', to: '/profile', user: { id: paula.id } })
    expect(await kindsOf(paula.id)).toEqual(['user.provider'])
    expect((await newBrowser().signIn(atWork)).json).toMatchObject({ user: { id: paula.id } })
    expect((await browser.signIn(someone(), connect)).json).toMatchObject({ code: 'provider-connected' })
    const rita = await addPerson('Rita')
    await confirmAddress(rita)
    expect((await (await browserOf(rita)).signIn(atWork, connect)).json).toMatchObject({ code: 'provider-taken' })
    expect((await (await browserOf(rita)).signIn(someone({ email: app.config.supportEmail }), connect)).json).toMatchObject({
      code: 'email-reserved',
    })
    const call = (json: object) => browser.post('/rpc/account/disconnectProvider', { json })
    expect((await call({ password: 'not it' })).json?.json).toMatchObject({ code: 'wrong-password' })
    expect(await sessionsOf(paula.id)).toHaveLength(2)
    expect((await call({ password: 'a lantern in the fog' })).json?.json).toMatchObject({
      provider: { isConnected: false },
      hasPassword: true,
    })
    expect(await sessionsOf(paula.id)).toHaveLength(1)
    expect(await browser.me()).toMatchObject({ id: paula.id })
    expect(await kindsOf(paula.id)).toEqual(['user.provider', 'user.provider'])
    expect((await newBrowser().signIn(atWork)).json).not.toMatchObject({ user: { id: paula.id } })
  })

  it('does not connect the account of a visitor, or of a session that took over meanwhile', async () => {
    expect((await newBrowser().go(connect)).json).toMatchObject({ code: 'not-signed-in' })
    const paula = await addPerson('Paula')
    const rita = await addPerson('Rita')
    const browser = await browserOf(paula)
    state.person = someone()
    const search = await browser.fetchAnswer(connect)
    const [name = '', value = ''] = [...(await browserOf(rita)).cookies][0] ?? []
    browser.cookies.set(name, value)
    expect((await browser.back(search)).json).toMatchObject({ code: 'provider-expired' })
    expect(await app.sql`select 1 from accounts where user_id in (${paula.id}, ${rita.id})`).toEqual([])
  })
})

describe('a person who signs in at the provider alone', () => {
  it('confirms there what others confirm with a password, by signing in again as the same person', async () => {
    const nora = someone()
    const browser = newBrowser()
    await browser.signIn(nora)
    const call = async (name: string, json: object) => (await browser.post(`/rpc/account/${name}`, { json })).json?.json
    expect(await call('get', {})).toMatchObject({ hasPassword: false, confirmed: false, provider: { isConnected: true } })
    const change = { email: 'elsewhere@example.com' }
    expect(await call('changeEmail', change)).toMatchObject({ code: 'confirmation-needed', message: expect.stringContaining('again') })
    expect(await call('changeEmail', { ...change, password: 'any' })).toMatchObject({ code: 'wrong-password' })
    expect((await browser.signIn(someone(), { purpose: 'confirm' })).json).toMatchObject({ code: 'provider-other-person' })
    state.person = nora
    const address = String((await browser.go({ purpose: 'confirm', return: '/profile' })).json?.url)
    expect(new URL(address).searchParams.get('max_age')).toBe('0')
    const confirmed = await browser.back((await throughProvider(address)).search)
    expect(confirmed.json).toMatchObject({ purpose: 'confirm', to: '/profile', user: { email: nora.email } })
    expect(await call('changeEmail', change)).toMatchObject({ pendingEmail: change.email })
    expect(await call('disconnectProvider', {})).toMatchObject({ code: 'only-sign-in' })
    expect(await call('changePassword', { password: 'the tide comes in twice' })).toEqual({})
    expect(await call('get', {})).toMatchObject({ hasPassword: true })
  })

  it.each([
    ['long before', () => Math.floor(Date.now() / 1000) - 3_600],
    ['at an unknown time', () => undefined],
  ])('confirms nothing by having signed in %s', async (_, authTime) => {
    const nora = someone()
    const browser = newBrowser()
    await browser.signIn(nora)
    state.forge = (body) => {
      body.id_token = signToken({ ...claimsIn(String(body.id_token)), auth_time: authTime() }, atProvider.signing())
    }
    expect((await browser.signIn(nora, { purpose: 'confirm' })).json).toMatchObject({ code: 'provider-answer' })
  })
})

describe('the role claim', () => {
  const roleOf = async ({ email }: { email: string }) => (await userAt(email))?.role

  it('decides at each sign-in, with its event, and only if it is configured', async () => {
    const nora = someone()
    await newBrowser(withClaim).signIn({ ...nora, roles: ['admin', 'other'] })
    expect(await roleOf(nora)).toBe('admin')
    await newBrowser(server).signIn(nora)
    expect(await roleOf(nora)).toBe('admin')
    await newBrowser(withClaim).signIn({ ...nora, roles: 'seller' })
    expect(await roleOf(nora)).toBe('seller')
    await newBrowser(withClaim).signIn({ ...nora, roles: 'admin' })
    await newBrowser(withClaim).signIn(nora)
    expect(await roleOf(nora)).toBe('seller')
    const { id } = (await userAt(nora.email)) ?? { id: '' }
    expect(await kindsOf(id)).toEqual(['user.register', 'user.role', 'user.role', 'user.role', 'user.role'])
    await newBrowser(withClaim).signIn({ ...nora, roles: ['administrator', { admin: true }] })
    expect(await roleOf(nora)).toBe('seller')
  })

  it('is named to admins who change the role of a person who signs in there, and the person is mailed what it changed', async () => {
    const nora = someone()
    await newBrowser(withClaim).signIn(nora)
    const { id } = (await userAt(nora.email)) ?? { id: '' }
    const decidedBy = async (at: typeof server, of: string) => (await at.call('users/get', { id: of }, admin)).answer.roleDecidedBy
    expect(await Promise.all([decidedBy(withClaim, id), decidedBy(withClaim, seller.id), decidedBy(server, id)])).toEqual([
      new URL(atProvider.issuer).host,
      null,
      null,
    ])
    await newBrowser(withClaim).signIn({ ...nora, roles: 'admin' })
    expect(await app.sql`select template from outgoing_mails where recipient = ${nora.email} and template = 'roleChanged'`).toHaveLength(1)
  })

  it('waits while the seller still sells; they and the admins are told why, once', async () => {
    const nora = someone()
    await newBrowser(withClaim).signIn(nora)
    const { id } = (await userAt(nora.email)) ?? { id: '' }
    await addProduct(app, id)
    for (const _ of [1, 2])
      expect((await newBrowser(withClaim).signIn({ ...nora, roles: 'admin' })).json).toMatchObject({ user: { role: 'seller' } })
    expect(await kindsOf(id)).toEqual(['user.register', 'user.roleWaits'])
    const noticesOf = (who: string) => app.sql`select text from notifications where user_id = ${who} and text like 'user.roleWaits%'`
    await expect.poll(() => noticesOf(id)).toEqual([{ text: 'user.roleWaits' }])
    expect(await noticesOf(secondAdmin.id)).toEqual([{ text: 'user.roleWaitsFor' }])
    await app.sql`update products set status = 'archived' where seller_id = ${id}`
    await newBrowser(withClaim).signIn({ ...nora, roles: 'admin' })
    expect(await roleOf(nora)).toBe('admin')
  })

  it('takes the role from neither the support admin nor the last active admin', async () => {
    const support = someone({ email: app.config.supportEmail })
    await app.sql`insert into accounts (id, account_id, provider_id, user_id)
      select 'support', ${support.sub}, ${atProvider.issuer}, id from users where email = ${app.config.supportEmail}`
    expect((await newBrowser(withClaim).signIn(support)).json).toMatchObject({ user: { role: 'admin', isSupport: true } })
    const last = someone()
    await newBrowser(withClaim).signIn({ ...last, roles: 'admin' })
    await app.sql`update users set status = 'suspended' where role = 'admin' and email <> ${last.email}`
    expect((await newBrowser(withClaim).signIn(last)).json).toMatchObject({ user: { role: 'admin' } })
    await app.sql`update users set status = 'active' where role = 'admin'`
    expect((await newBrowser(withClaim).signIn(last)).json).toMatchObject({ user: { role: 'seller' } })
  })
})

describe('where admins need a second factor', () => {
  it('an admin who comes from the provider gives its code, wrong ones are counted, and the answer is used once', async () => {
    const chief = someone()
    await newBrowser(withClaim).signIn({ ...chief, roles: 'admin' })
    const { id } = (await userAt(chief.email)) ?? { id: '' }
    const shown = await setFactor(id)
    expect((await newBrowser().signIn(chief)).status).toBe(200)
    await app.sql`insert into settings (key, value) values ('adminsNeedSecondFactor', 'true') on conflict (key) do update set value = 'true'`
    const browser = newBrowser()
    state.person = chief
    const search = await browser.fetchAnswer()
    expect((await browser.back(search)).json).toMatchObject({ user: null, code: 'second-factor-needed', field: 'code' })
    expect((await browser.back(search, '000000')).json).toMatchObject({ code: 'wrong-code' })
    expect((await newBrowser().back(search, shown())).json).toMatchObject({ code: 'provider-expired' })
    const once = await browser.fetchAnswer()
    await browser.back(once)
    expect((await browser.back(once, shown())).json).toMatchObject({ user: { id } })
    expect((await browser.back(once, shown())).json).toMatchObject({ code: 'provider-expired' })
    await app.sql`delete from settings where key = 'adminsNeedSecondFactor'`
  })
})

describe('where passwords are switched off', () => {
  it('no password signs in, registers, is reset or confirms, and the provider still opens accounts', async () => {
    const paula = await addPerson('Paula')
    await setPassword(paula.id)
    const password = 'a lantern in the fog'
    for (const [path, json] of [
      ['sign-in', { email: paula.email, password }],
      ['sign-up', { name: 'New', email: 'new@example.com', password }],
      ['forgot-password', { email: paula.email }],
      ['reset-password', { token: 'any', password }],
    ] as const)
      expect((await newBrowser(withoutPasswords).post(`/api/auth/${path}`, json)).json).toMatchObject({ code: 'password-sign-in-off' })
    const browser = await browserOf(paula, withoutPasswords)
    for (const [call, json] of [
      ['changeEmail', { email: 'x@example.com', password }],
      ['changePassword', { current: password, password: 'the tide comes in twice' }],
    ] as const)
      expect((await browser.post(`/rpc/account/${call}`, { json })).json?.json).toMatchObject({ code: 'password-sign-in-off' })
    const nora = someone()
    const known = newBrowser(withoutPasswords)
    expect((await known.signIn(nora)).json).toMatchObject({ user: { email: nora.email } })
    expect((await known.post('/rpc/users/me', {})).json?.json).toMatchObject({
      settings: { signIn: { provider: oidc.name, password: false } },
    })
    expect((await newBrowser(withoutPasswords).signIn(someone({ email: paula.email }))).json).toMatchObject({
      code: 'email-taken',
      error: expect.stringContaining('Ask an administrator'),
    })
  })
})
