import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openProvider } from '#server/sign-in/provider.ts'
import { claimsIn, signToken, throughProvider } from '#server/testing/oidc-provider.ts'
import { openProviderSignIn } from '#server/testing/provider-sign-in.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, atProvider, newBrowser, oidc, server, setPassword, someone, state, userAt, person: addPerson } = await openProviderSignIn()
const publicUrl = 'https://backstall.example'
const overHttps = await openTestServer(app, { oidc, publicUrl })
atProvider.allow(publicUrl)

describe('a callback that is not the answer to this browser', () => {
  it.each<[string, (search: URLSearchParams) => void, string]>([
    ['has no state', (search) => search.delete('state'), 'provider-expired'],
    ['has another state', (search) => search.set('state', 'x'.repeat(43)), 'provider-expired'],
    ['has an invented code', (search) => search.set('code', 'invented'), 'provider-answer'],
    ['has no code', (search) => search.delete('code'), 'provider-answer'],
    ['names another issuer (mix-up)', (search) => search.set('iss', 'https://evil.example'), 'provider-answer'],
    ['names no issuer where the provider says it does', (search) => search.delete('iss'), 'provider-answer'],
    ['has the state twice', (search) => search.append('state', 'other'), 'provider-answer'],
    ['says that the person declined', (search) => search.set('error', 'access_denied'), 'provider-refused'],
  ])('because it %s, is refused', async (_, change, code) => {
    const browser = newBrowser()
    state.person = someone()
    const search = new URLSearchParams(await browser.fetchAnswer())
    change(search)
    expect((await browser.back(`?${search}`)).json).toMatchObject({ user: null, code, error: expect.stringMatching(/^[A-Z].+\.$/) })
    expect(await browser.me()).toBe(null)
    expect(await userAt(String(state.person.email))).toBeUndefined()
  })

  it('is refused a second time, in another browser, and after a quarter of an hour', async () => {
    const browser = newBrowser()
    const other = newBrowser()
    state.person = someone()
    await other.go()
    expect((await other.back(await browser.fetchAnswer())).json).toMatchObject({ code: 'provider-expired' })
    const search = await browser.fetchAnswer()
    expect((await browser.back(search)).status).toBe(200)
    expect((await browser.back(search)).json).toMatchObject({ code: 'provider-expired' })
    const late = await browser.fetchAnswer()
    await app.sql`update verifications set expires_at = now() - interval '1 second'`
    expect((await browser.back(late)).json).toMatchObject({ code: 'provider-expired' })
  })

  it('is refused with a cookie that another host of the domain could have planted', async () => {
    state.person = someone()
    const at = { ...overHttps, url: publicUrl }
    const browser = newBrowser(at)
    const search = await browser.fetchAnswer()
    const [[name = '', value = ''] = []] = [...browser.cookies]
    expect(name).toBe('__Host-backstall.provider')
    const planted = newBrowser(at, new Map([['__Secure-backstall.provider', value]]))
    expect((await planted.back(search)).json).toMatchObject({ user: null, code: 'provider-expired' })
    expect((await browser.back(await browser.fetchAnswer())).status).toBe(200)
  })

  it('is accepted in each of two windows of a browser', async () => {
    const browser = newBrowser()
    state.person = someone()
    const one = await browser.fetchAnswer()
    browser.providerCookies.clear()
    const other = await browser.fetchAnswer()
    for (const search of [one, other]) expect((await browser.back(search)).status).toBe(200)
  })
})

describe('an id token is refused', () => {
  const foreign = { kid: 'foreign', key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }
  const withClaims = (change: object) => (token: string) => signToken({ ...claimsIn(token), ...change }, atProvider.signing())
  const seconds = () => Math.floor(Date.now() / 1000)
  it.each<[string, (token: string) => unknown]>([
    ['without a signature (alg none)', (token) => signToken(claimsIn(token), atProvider.signing(), 'none')],
    ['signed with a foreign key', (token) => signToken(claimsIn(token), foreign)],
    [
      'signed with a foreign key under the name of the right one',
      (token) => signToken(claimsIn(token), { ...foreign, kid: atProvider.signing().kid }),
    ],
    ['with another algorithm in its head', (token) => signToken(claimsIn(token), atProvider.signing(), 'HS256')],
    [
      'changed after it was signed',
      (token) => token.replace(/\.[^.]+\./, `.${Buffer.from(JSON.stringify({ ...claimsIn(token), sub: 'chief' })).toString('base64url')}.`),
    ],
    ['of another issuer', withClaims({ iss: 'https://evil.example' })],
    ['for another client', withClaims({ aud: 'another' })],
    ['for several clients, of another one', withClaims({ aud: ['backstall', 'another'], azp: 'another' })],
    ['with another nonce', withClaims({ nonce: 'planted' })],
    ['without a nonce', withClaims({ nonce: undefined })],
    ['that has expired', withClaims({ exp: seconds() - 60 })],
    ['from the future', withClaims({ nbf: seconds() + 3_600 })],
    ['without a subject', withClaims({ sub: undefined })],
    ['of another person than the rest of the answer', withClaims({ sub: 'another' })],
    ['that is missing', () => undefined],
    ['that is no token', () => 'no.token.at-all'],
  ])('%s', async (_, forge) => {
    const browser = newBrowser()
    state.forge = (body) => {
      body.id_token = forge(String(body.id_token))
    }
    const refused = await browser.signIn(someone())
    expect(refused.json).toMatchObject({ user: null, code: 'provider-answer' })
    expect(await browser.me()).toBe(null)
    expect(await userAt(String(state.person.email))).toBeUndefined()
  })

  it('but not for clocks that differ by a few seconds', async () => {
    state.forge = (body) => {
      body.id_token = withClaims({ exp: seconds() - 5, iat: seconds() + 10 })(String(body.id_token))
    }
    expect((await newBrowser().signIn(someone())).status).toBe(200)
  })
})

describe('the provider', () => {
  it('may change its keys at any time', async () => {
    expect((await newBrowser().signIn(someone())).status).toBe(200)
    atProvider.rotate()
    expect((await newBrowser().signIn(someone())).status).toBe(200)
  })

  it('may refuse, be down, call itself otherwise or be silent: people read a sentence, and passwords still work', async () => {
    state.refuses = 'access_denied'
    expect((await newBrowser().signIn(someone())).json).toMatchObject({ code: 'provider-refused' })
    const paula = await addPerson('Paula')
    await setPassword(paula.id)
    for (const issuer of ['http://127.0.0.1:1', `${atProvider.issuer}/elsewhere`, `http://localhost:${new URL(atProvider.issuer).port}`]) {
      const down = await openTestServer(app, { oidc: { ...oidc, issuer } })
      const browser = newBrowser(down)
      expect((await browser.go()).json).toEqual({
        user: null,
        code: 'provider-unavailable',
        field: null,
        error: expect.stringMatching(/cannot be reached/),
      })
      const json = { email: paula.email, password: 'a lantern in the fog' }
      expect((await browser.post('/api/auth/sign-in', json)).status).toBe(200)
    }
  })

  it('refuses a code without its verifier (PKCE)', async () => {
    const request = { state: 's', nonce: 'n', redirectUri: `${server.url}/login/callback`, begunAt: Date.now(), again: false }
    const client = openProvider(oidc)
    for (const [given, code] of [
      ['v'.repeat(43), null],
      ['w'.repeat(43), 'provider-answer'],
      ['', 'provider-answer'],
    ] as const) {
      const { search } = await throughProvider((await client.addressFor({ ...request, verifier: 'v'.repeat(43) })).href)
      const refused = await client.prove({ ...request, verifier: given }, search).catch((error: unknown) => error)
      expect(refused).toMatchObject(code ? { code } : { subject: state.person.sub })
    }
    const without = await client.addressFor({ ...request, verifier: 'v'.repeat(43) })
    without.searchParams.delete('code_challenge')
    expect((await throughProvider(without.href)).searchParams.get('error')).toBe('invalid_request')
  })

  it('never writes into the log what a stranger made up as its answer', async () => {
    const lines: string[] = []
    const client = openProvider(oidc, { log: (line) => lines.push(line) })
    const request = {
      state: 's',
      nonce: 'n',
      verifier: 'v',
      redirectUri: `${server.url}/login/callback`,
      begunAt: Date.now(),
      again: false,
    }
    const iss = encodeURIComponent(atProvider.issuer)
    for (const error of ['forged%0Aline', 'forged%0Aother', 'login_required'])
      await expect(client.prove(request, `?state=s&error=${error}&iss=${iss}`)).rejects.toMatchObject({ code: 'provider-refused' })
    expect(lines).toHaveLength(2)
    expect(lines.join()).not.toMatch(/forged|\n/)
    expect(lines[1]).toContain('login_required')
  })

  it('that hangs is given up in time', async () => {
    const hasty = openProvider(oidc, { callMs: 200 })
    state.hangs = true
    const request = {
      state: 's',
      nonce: 'n',
      verifier: 'v'.repeat(43),
      redirectUri: `${server.url}/login/callback`,
      begunAt: Date.now(),
      again: false,
    }
    const answer = hasty.prove(request, `?state=s&code=c&iss=${encodeURIComponent(atProvider.issuer)}`)
    await expect(answer).rejects.toMatchObject({ code: 'provider-unavailable' })
  })
})
