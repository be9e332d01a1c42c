import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { passwords } from '#server/platform/passwords.ts'
import { waitingFor } from '#server/testing/locks.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, person } = await openTestApp()
const { ask, call } = await openTestServer(app)
const password = 'a lantern in the fog'

let count = 0
async function register(about: Record<string, unknown> = {}) {
  count += 1
  const json = { name: 'Nora', email: `nora${count}@example.com`, password, ...about }
  return { response: await ask('/api/auth/sign-up', { method: 'POST', json }), email: String(json.email) }
}
const signIn = (email: string, given: string = password, headers: Record<string, string> = {}) =>
  ask('/api/auth/sign-in', { method: 'POST', json: { email, password: given }, headers })
const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
const me = async (cookie: string) => {
  const { json } = await ask('/rpc/users/me', { method: 'POST', headers: { cookie } })
  return (json?.json as { user: Record<string, unknown> | null } | undefined)?.user
}

test('a person registers and is signed in as a seller, whatever role they ask for', async () => {
  const { response, email } = await register({ role: 'admin', status: 'closed', emailVerified: true, id: 'mine', createdAt: '2001-01-01' })
  expect(response.status).toBe(200)
  expect(response.json?.user).toMatchObject({ email, role: 'seller', status: 'active', isSupport: false })
  expect(await me(cookiesOf(response))).toEqual(response.json?.user)
  const [row] = await app.sql`select id, role, status, email_verified from users where email = ${email}`
  expect(row).toMatchObject({ role: 'seller', status: 'active', email_verified: false })
  expect(row?.id).not.toBe('mine')
  const events = await app.sql`select kind, actor_id, owner_id from events where item_id = ${row?.id ?? ''}`
  expect(events).toEqual([{ kind: 'user.register', actor_id: row?.id, owner_id: row?.id }])
})

test('a failed sign-up answers why, together with a null user', async () => {
  const { email } = await register()
  const failures = [
    [{ email }, 'email-taken', 'email'],
    [{ email: email.toUpperCase() }, 'email-taken', 'email'],
    [{ email: 'Support@Example.com' }, 'email-reserved', 'email'],
    [{ password: 'Password1' }, 'password-common', 'password'],
    [{ password: 'ｐａｓｓｗｏｒｄ１' }, 'password-common', 'password'],
    [{ password: 'pass word1' }, 'password-common', 'password'],
    [{ password: 'short' }, 'invalid-argument', 'password'],
    [{ password: 'x'.repeat(129) }, 'invalid-argument', 'password'],
    [{ email: 'nobody' }, 'invalid-argument', 'email'],
    [{ name: '  ' }, 'invalid-argument', 'name'],
    [{ name: 'A\u0000B' }, 'invalid-argument', 'name'],
    [{ name: { toString: 'x' } }, 'invalid-argument', 'name'],
    [{ name: 'Support' }, 'name-reserved', 'name'],
    [{ name: 'аdmin' }, 'name-reserved', 'name'],
    [{ name: 'Backstall Team' }, 'name-reserved', 'name'],
    [{ email: 'ada.byron@example.com', password: 'Ada.Byron@Example.com' }, 'password-guessable', 'password'],
    [{ email: 'ada.byron@example.com', password: 'ADA.BYRON' }, 'password-guessable', 'password'],
    [{ name: 'Nora Night', password: 'noranight' }, 'password-guessable', 'password'],
    [{ name: 'Nora Night', password: 'Nora night' }, 'password-guessable', 'password'],
    [{ password: 'Backstall' }, 'password-guessable', 'password'],
    [{ password: 'ｂａｃｋｓｔａｌｌ' }, 'password-guessable', 'password'],
    [{ password: `${password}\u0000` }, 'invalid-argument', 'password'],
    [{ password: `${password}\u0007` }, 'invalid-argument', 'password'],
  ] as const
  const users = await app.sql`select count(*) from users`
  for (const [about, code, field] of failures) {
    const { response } = await register(about)
    expect([response.status, response.json]).toEqual([422, { user: null, code, field, error: expect.stringMatching(/^[A-Z].+\.$/) }])
    expect(response.headers.getSetCookie()).toEqual([])
  }
  expect(await app.sql`select count(*) from users`).toEqual(users)
})

test('a password with a zero byte behind it is another password, here and where it is asked for again', async () => {
  const { email, response } = await register()
  expect((await signIn(email, `${password}\u0000`)).json).toMatchObject({ code: 'invalid-argument', field: 'password' })
  const [{ id } = { id: '' }] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  const headers = { cookie: cookiesOf(response) }
  const json = { json: { password: `${password}\u0000`, email: 'elsewhere@example.com' } }
  const changed = await ask('/rpc/account/changeEmail', { method: 'POST', headers, json })
  expect(changed.json?.json).toMatchObject({ code: 'invalid-argument', data: { field: 'password' } })
  expect(await app.sql`select pending_email from users where id = ${id}`).toEqual([{ pending_email: null }])
  expect((await signIn(email)).status).toBe(200)
})

test('of simultaneous sign-ups with one address one succeeds, and nothing is half-written', async () => {
  const tries = await Promise.all(Array.from({ length: 4 }, () => register({ email: 'wanted@example.com' })))
  expect(tries.map(({ response }) => response.status).sort()).toEqual([200, 422, 422, 422])
  expect(
    await app.sql`select count(*)::int as n from accounts a join users u on u.id = a.user_id where u.email = 'wanted@example.com'`,
  ).toEqual([{ n: 1 }])
  expect(
    await app.sql`select count(*)::int as n from events e join users u on u.id = e.item_id where u.email = 'wanted@example.com'`,
  ).toEqual([{ n: 1 }])
})

test('registration is refused while it is closed', async () => {
  const closed = await openTestServer({
    ...app,
    settings: { ...app.settings, current: () => ({ ...app.settings.current(), registration: 'closed' }) },
  })
  const response = await closed.ask('/api/auth/sign-up', { method: 'POST', json: { name: 'Late', email: 'late@example.com', password } })
  expect([response.status, response.json]).toMatchObject([422, { user: null, code: 'registration-closed' }])
  expect(await app.sql`select 1 from users where email = 'late@example.com'`).toEqual([])
})

test('the session cookie is out of reach of scripts and other sites, and limited to https if the public address is https', async () => {
  const { response, email } = await register()
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith('backstall.session_token='))
  expect(cookie).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const https = await openTestServer(app, { publicUrl: 'https://backoffice.example.com' })
  const origin = { origin: 'https://backoffice.example.com' }
  const secure = await https.ask('/api/auth/sign-in', { method: 'POST', json: { email, password }, headers: origin })
  expect(secure.headers.getSetCookie().map((text) => [text.split('=')[0], /; Secure/.test(text)])).toEqual([
    ['__Host-backstall.session_token', true],
    ['__Host-backstall.device', true],
  ])
})

test('an unknown address and a wrong password get the same answer', async () => {
  const { email } = await register()
  const wrong = await signIn(email, 'not this one')
  const unknown = await signIn('nobody.at.all@example.com')
  expect([wrong.status, wrong.json]).toEqual([
    401,
    { user: null, code: 'wrong-credentials', field: null, error: 'The email or the password is wrong.' },
  ])
  expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
  expect([...unknown.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort())
})

test('an installation hashes and checks passwords at full cost, and never accepts one stored at a lower cost', async () => {
  const { email: cheap } = await register()
  const full = await openTestServer({ ...app, passwords })
  const post = async (path: string, json: unknown) => (await full.ask(`/api/auth/${path}`, { method: 'POST', json })).status
  const email = 'dear@example.com'
  expect(await post('sign-up', { name: 'Nora', email, password })).toBe(200)
  expect(await post('sign-in', { email, password: 'not this one' })).toBe(401)
  expect(await post('sign-in', { email: 'nobody.there@example.com', password })).toBe(401)
  expect(await post('sign-in', { email, password })).toBe(200)
  expect(await post('sign-in', { email: cheap, password })).not.toBe(200)
  const [stored] = await app.sql<{ hash: string }[]>`
    select a.password as hash from accounts a join users u on u.id = a.user_id where u.email = ${email}`
  const [salt = '', key] = stored?.hash.split(':') ?? []
  expect(scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }).toString('hex')).toBe(key)
})

test('signing in renews the session: a token planted before is worthless', async () => {
  const { response, email } = await register()
  const before = cookiesOf(response)
  const again = await signIn(email.toUpperCase(), password, { cookie: before })
  expect(again.status).toBe(200)
  const after = cookiesOf(again)
  expect(after).not.toBe(before)
  expect(await me(after)).toMatchObject({ email })
  expect(await app.sql`select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = ${email}`).toEqual([
    { n: 1 },
  ])
  const planted = await signIn(email, password, { cookie: 'backstall.session_token=planted.c2lnbmVk' })
  expect(cookiesOf(planted)).not.toContain('planted')
})

test('two simultaneous sign-ins of one browser open two sessions and end the former one', async () => {
  const { response, email } = await register()
  const cookie = cookiesOf(response)
  const both = await Promise.all([signIn(email, password, { cookie }), signIn(email, password, { cookie })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  for (const one of both) expect(await me(cookiesOf(one))).toMatchObject({ email })
  expect(await app.sql`select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = ${email}`).toEqual([
    { n: 2 },
  ])
})

test('a person who signs in while their suspension is being committed gets no session', async () => {
  const { response, email } = await register()
  await app.sql`delete from sessions where user_id = (select id from users where email = ${email})`
  const admin = await app.sql.reserve()
  await admin`begin`
  await admin`update users set status = 'suspended', suspension_reason = 'Fake invoices.' where email = ${email}`
  const signing = signIn(email, password, { cookie: cookiesOf(response) })
  await expect.poll(() => waitingFor(admin)).toHaveLength(1)
  await admin`commit`
  admin.release()
  const refused = await signing
  expect([refused.status, refused.json]).toMatchObject([403, { user: null, code: 'account-suspended' }])
  expect(refused.headers.getSetCookie()).toEqual([])
  expect(await app.sql`select 1 from sessions s join users u on u.id = s.user_id where u.email = ${email}`).toEqual([])
})

test('an account whose stored password is broken or missing answers every sign-in like a wrong password', async () => {
  const full = await openTestServer({ ...app, passwords })
  for (const hash of ['broken', ':', null]) {
    const { email } = await register()
    await app.sql`update accounts set password = ${hash} where user_id = (select id from users where email = ${email})`
    const { status, json } = await full.ask('/api/auth/sign-in', { method: 'POST', json: { email, password } })
    expect([status, json]).toMatchObject([401, { user: null, code: 'wrong-credentials' }])
  }
})

test('a session is invalid with another signature, and a signature with another token', async () => {
  const { response } = await register()
  const [name, value = ''] = cookiesOf(response).split(';')[0]?.split('=') ?? []
  const plain = decodeURIComponent(value)
  for (const forged of [plain.split('.')[0], `${plain.split('.')[0]}.`, `x${plain}`, `${plain}x`.replace('.', '..'), '%E0%A4%A', '.', '']) {
    expect(await me(`${name}=${forged}`)).toBeNull()
  }
  expect(await me(`${name}=forged.signature; ${name}=${value}`)).not.toBeNull()
})

test('signing out ends the session itself, not only the cookie', async () => {
  const { response, email } = await register()
  const cookie = cookiesOf(response)
  expect(await me(cookie)).not.toBeNull()
  const out = await ask('/api/auth/sign-out', { method: 'POST', headers: { cookie } })
  expect([out.status, out.json]).toEqual([200, {}])
  expect(out.headers.get('clear-site-data')).toBe('"cache"')
  expect(out.headers.getSetCookie().find((text) => text.startsWith('backstall.session_token='))).toMatch(/Max-Age=0/)
  expect(await me(cookie)).toBeNull()
  expect(await app.sql`select 1 from sessions s join users u on u.id = s.user_id where u.email = ${email}`).toEqual([])
  expect((await ask('/api/auth/sign-out', { method: 'POST' })).status).toBe(200)
})

test('a browser drops its cached files once no person is signed in, and not before', async () => {
  const { response, email } = await register()
  const dropped = async () => (await ask('/api/auth/ended', { headers: { cookie: cookiesOf(response) } })).headers.get('clear-site-data')
  expect(await dropped()).toBeNull()
  await app.sql`update users set status = 'suspended' where email = ${email}`
  expect(await dropped()).toBe('"cache"')
})

test('a browser learns who its session belongs to now, and whether it was ended or only expired', async () => {
  const learns = async (cookie?: string) => (await ask('/api/auth/ended', { headers: cookie ? { cookie } : {} })).json
  const first = await register()
  const second = await register()
  const third = await register()
  const who = (await me(cookiesOf(first.response)))?.id
  expect(who).toBeTruthy()
  expect(await learns(cookiesOf(first.response))).toEqual({ ended: false, who })
  await app.sql`update sessions set expires_at = now() where user_id = (select id from users where email = ${first.email})`
  expect(await learns(cookiesOf(first.response))).toEqual({ ended: false, who: null })
  await app.sql`delete from sessions where user_id = (select id from users where email = ${second.email})`
  expect(await learns(cookiesOf(second.response))).toEqual({ ended: true, who: null })
  await app.sql`update users set status = 'suspended' where email = ${third.email}`
  expect(await learns(cookiesOf(third.response))).toEqual({ ended: false, who: null })
  expect(await learns()).toEqual({ ended: false, who: null })
  expect(await learns('backstall.session_token=made.up')).toEqual({ ended: false, who: null })
})

test('a suspended seller learns of the suspension and its reason only after the right password', async () => {
  const { email } = await register()
  await app.sql`update users set status = 'suspended', suspension_reason = 'Fake invoices.' where email = ${email}`
  const sessions = await app.sql`select count(*) from sessions`
  const wrong = await signIn(email, 'not this one')
  expect(wrong.json).toMatchObject({ code: 'wrong-credentials' })
  expect(wrong.text).not.toMatch(/suspended|invoices/)
  const right = await signIn(email)
  expect([right.status, right.json]).toEqual([
    403,
    {
      user: null,
      code: 'account-suspended',
      field: null,
      error: 'This account is suspended. Reason: Fake invoices. To appeal, write to support@example.com.',
    },
  ])
  expect(right.headers.getSetCookie()).toEqual([])
  expect(await app.sql`select count(*) from sessions`).toEqual(sessions)
  await app.sql`update users set status = 'closed' where email = ${email}`
  expect((await signIn(email)).json).toMatchObject({ code: 'account-closed' })
})

test('a session that is open when its owner is suspended is worthless a second later', async () => {
  const { response, email } = await register()
  const cookie = cookiesOf(response)
  expect(await me(cookie)).not.toBeNull()
  await app.sql`update users set status = 'suspended' where email = ${email}`
  const since = Date.now()
  await expect.poll(() => Date.now() - since).toBeGreaterThan(limits.session.cachedMs)
  expect(await me(cookie)).toBeNull()
  const { json } = await ask('/rpc/products/waiting', { method: 'POST', headers: { cookie } })
  expect(json?.json).toMatchObject({ code: 'account-suspended', status: 403 })
})

test('an expired session is not accepted', async () => {
  const nils = await person('Nils')
  expect((await call('users.me', undefined, nils)).answer.user).not.toBeNull()
  const olga = await person('Olga')
  await app.sql`update sessions set expires_at = now() - interval '1 second' where id = ${olga.sessionId}`
  expect((await call('users.me', undefined, olga)).answer.user).toBeNull()
})

test('a user agent is stored only up to the length that a list of devices shows', async () => {
  const { email } = await register()
  await signIn(email, password, { 'user-agent': 'A'.repeat(9_000) })
  const [row] = await app.sql`select max(length(user_agent)) as longest from sessions`
  expect(row).toEqual({ longest: 300 })
})
