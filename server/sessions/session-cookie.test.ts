import { describe, expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer, type TestResponse } from '#server/testing/test-server.ts'

const { app, person } = await openTestApp()
const sessionSecret = 'a session secret of before, 32 characters and more'
const plain = await openTestServer(app, { sessionSecret, trustProxy: ['127.0.0.1'] })
const publicUrl = 'https://backoffice.example.com'
const https = await openTestServer(app, { sessionSecret, publicUrl })
const originAt = (server: typeof plain) => (server === https ? { origin: publicUrl } : {})
const about = { name: 'Nora', email: 'nora@example.com', password: 'a lantern in the fog' }

/** Cookies of better-auth 1.7.7, whose rows are still in the table. */
const given = [
  {
    over: 'http',
    server: plain,
    token: 'DVziQC1vyDznHdFRn1peAT1YgMYTxMVm',
    cookie: 'backstall.session_token=DVziQC1vyDznHdFRn1peAT1YgMYTxMVm.OAJTJ3D67Cz%2Ff4aR%2Bp5aZHTD6hSk3ivIfzSUfn%2F6FYA%3D',
  },
  {
    over: 'https',
    server: https,
    token: 'LzgCReF8oGGH3cq52arepDOpSuvbD4yD',
    cookie: '__Secure-backstall.session_token=LzgCReF8oGGH3cq52arepDOpSuvbD4yD.JmZE6ZXG6TWVA2JcDDsMqbtx8D%2F6hQqt7qDgRSqDhps%3D',
  },
]

test.each(given)('a person who signed in over $over before the upgrade is still signed in', async ({ server, token, cookie }) => {
  const { id } = await person('Olga')
  await app.sql`
    insert into sessions (id, token, user_id, expires_at, ip_address, user_agent, created_at, updated_at)
    values (${token}, ${token}, ${id}, now() + interval '1 day', '2001:0db8:0001:0002:0000:0000:0000:0000', '', now(), now())`
  const me = (as: string) => server.ask('/rpc/users/me', { method: 'POST', headers: { cookie: as, ...originAt(server) } })
  expect((await me(cookie)).json).toMatchObject({ json: { user: { id } } })
  expect((await me(cookie.replace(token, `x${token}`))).json).toMatchObject({ json: { user: null } })
})

test.each([
  { server: plain, name: 'backstall.session_token', flags: 'HttpOnly; SameSite=Lax' },
  { server: https, name: '__Host-backstall.session_token', flags: 'HttpOnly; Secure; SameSite=Lax' },
])('$name is set and cleared for the whole site and this host alone', async ({ server, name, flags }) => {
  const post = async (path: string) => {
    const { headers } = await server.ask(`/api/auth/${path}`, { method: 'POST', json: about, headers: originAt(server) })
    return headers.getSetCookie().filter((cookie) => cookie.startsWith(`${name}=`))
  }
  await post('sign-up')
  expect(await post('sign-in')).toEqual([
    expect.stringMatching(new RegExp(`^${name}=[A-Za-z0-9]{32}\\.[\\w%]+%3D; Max-Age=2592000; Path=/; ${flags}$`)),
  ])
  expect(await post('sign-out')).toEqual([`${name}=; Max-Age=0; Path=/; ${flags}`])
})

test('a session is stored as before: for thirty days, with the browser and the address, of IPv6 only the network', async () => {
  const email = 'nils@example.com'
  const from = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.8': '203.0.113.8',
    '2001:DB8:1::5:6': '2001:0db8:0001:0000:0000:0000:0000:0000',
  }
  await plain.ask('/api/auth/sign-up', { method: 'POST', json: { ...about, email } })
  for (const [address, stored] of Object.entries(from)) {
    const headers = { 'x-forwarded-for': address, 'user-agent': `At ${address}` }
    expect((await plain.ask('/api/auth/sign-in', { method: 'POST', json: { ...about, email }, headers })).status).toBe(200)
    const rows = await app.sql`
      select ip_address, expires_at - created_at between interval '2591999 seconds' and interval '2592001 seconds' as "thirtyDays",
        updated_at = created_at and abs(extract(epoch from confirmed_at - created_at)) < 5 as "startsNow", length(token) as length
      from sessions where user_agent = ${headers['user-agent']}`
    expect(rows).toEqual([{ ip_address: stored, thirtyDays: true, startsNow: true, length: 32 }])
  }
})

describe('behind HTTPS', () => {
  const [ours, former] = ['__Host-backstall.session_token', '__Secure-backstall.session_token'] as const
  const post = (path: string, cookie: string, json?: unknown) =>
    https.ask(path, { method: 'POST', headers: { origin: publicUrl, cookie }, json })
  const who = async (cookie: string) => {
    const { json } = (await post('/rpc/users/me', cookie)).json as { json: { user: { email: string } | null } }
    return json.user?.email ?? null
  }
  /** The cookies that an answer sets and clears, as `name=value`. */
  const setBy = ({ headers }: TestResponse) => headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const signUp = async (email: string) => setBy(await post('/api/auth/sign-up', '', { ...about, email }))[0] ?? ''
  /** The cookie that a person got before the upgrade. */
  const formerly = async (name: string) => {
    const { email, sessionToken } = await person(name)
    return { email, cookie: cookieOf({ ...app, config: { ...app.config, sessionSecret } }, { sessionToken }).replace(/^[^=]+/, former) }
  }

  test('a page gives a session of before the cookie that no other host can set', async () => {
    const { email, cookie } = await formerly('Petra')
    const page = await https.ask('/seller/products', { headers: { cookie } })
    const [moved = '', ...others] = setBy(page)
    expect([page.status, others], 'a node of the former version still knows the person').toEqual([200, []])
    expect(page.headers.getSetCookie().every((one) => /; Path=\/; HttpOnly; Secure; SameSite=Lax$/.test(one))).toBe(true)
    expect([moved.split('=')[0], await who(moved)]).toEqual([ours, email])
    expect(setBy(await https.ask('/seller/products', { headers: { cookie: `${cookie}; ${moved}` } }))).toEqual([])
    expect(setBy(await https.ask('/login'))).toEqual([])
    const { cookie: planted } = await formerly('Mallory')
    expect(setBy(await https.ask('/seller/products', { headers: { cookie: `${planted}; ${cookie}` } }))).toEqual([])
  })

  test('a cookie under the former name never wins, and opens no session that began after the upgrade', async () => {
    const { email, cookie } = await formerly('Quentin')
    const mine = await signUp('rosa@example.com')
    for (const both of [`${cookie}; ${mine}`, `${mine}; ${cookie}`]) expect(await who(both)).toBe('rosa@example.com')
    expect(await who(`${cookie}; ${ours}=`)).toBe(null)
    expect(await who(cookie)).toBe(email)
    // First the right name, so that the session is in the cache of the node.
    for (const name of [ours, former, 'backstall.session_token']) {
      const as = mine.replace(/^[^=]+/, name)
      expect([name, await who(as)]).toEqual([name, name === ours ? 'rosa@example.com' : null])
    }
  })

  test('signing in replaces a session and a device of before, and signing out clears both names', async () => {
    const { cookie } = await formerly('Simon')
    await signUp('tilda@example.com')
    const cookies = `${cookie}; __Secure-backstall.device=x`
    const signedIn = setBy(await post('/api/auth/sign-in', cookies, { ...about, email: 'tilda@example.com' }))
    expect(signedIn.map((one) => one.replace(/=.+/, '=…'))).toEqual([
      ...[`${ours}=…`, `${former}=`, '__Host-backstall.device=…', '__Secure-backstall.device='],
    ])
    await expect.poll(() => who(cookie)).toBe(null)
    expect(setBy(await post('/api/auth/sign-out', signedIn[0] ?? ''))).toEqual([`${ours}=`, `${former}=`])
  })
})
