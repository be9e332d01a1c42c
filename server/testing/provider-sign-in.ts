import { afterAll, beforeEach, vi } from 'vitest'
import { openOidcProvider, type ProviderAccount, throughProvider } from '#server/testing/oidc-provider.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

/** What failed is logged for the operator. */
const silence = () => vi.spyOn(console, 'warn').mockImplementation(() => {})

/** An app whose people sign in at a provider, for one file of tests: the provider is itself again before each test. */
export async function openProviderSignIn() {
  silence()
  const testApp = await openTestApp()
  const { app } = testApp
  const atProvider = await openOidcProvider()
  const { oidc, state } = atProvider
  beforeEach(() => {
    silence()
    Object.assign(state, { refuses: null, forge: null, hangs: false })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await atProvider.close()
  })
  const server = await openTestServer(app, { oidc })
  atProvider.allow(server.url)

  let count = 0
  /** Another person at the provider. */
  function someone(about: Partial<ProviderAccount> = {}): ProviderAccount & { email: string } {
    count += 1
    return {
      sub: `sub-${count}`,
      name: 'Nora Night',
      email: `nora${count}@provider.example`,
      email_verified: true,
      ...about,
    } as ProviderAccount & { email: string }
  }

  /** A browser with its cookies at Backstall and at the provider. */
  function newBrowser(at = server, cookies = new Map<string, string>()) {
    const providerCookies = new Map<string, string>()
    const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')
    const post = async (path: string, json: unknown) => {
      const answer = await at.ask(path, { method: 'POST', json, headers: { cookie: cookie(), origin: at.url } })
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
        if (/Max-Age=0/.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    }
    const go = (asked: object = { purpose: 'sign-in' }) => post('/api/auth/provider', asked)
    const back = (search: string, code?: string) => post('/api/auth/provider/return', { search, ...(code && { code }) })
    /** Goes to the provider and comes back: the query that Backstall gets. */
    const fetchAnswer = async (asked?: object) => {
      const { json, text } = await go(asked)
      if (!json?.url) throw new Error(text)
      return (await throughProvider(String(json.url), providerCookies)).search
    }
    const signIn = async (who: ProviderAccount, asked?: object) => {
      state.person = who
      providerCookies.clear()
      return back(await fetchAnswer(asked))
    }
    const me = async () => ((await post('/rpc/users/me', {})).json?.json as { user: Record<string, unknown> | null } | undefined)?.user
    return { cookies, providerCookies, post, go, back, fetchAnswer, signIn, me }
  }

  const userAt = async (email: string) =>
    (
      await app.sql<{ id: string; role: string; name: string; verified: boolean }[]>`
      select id, role, name, email_verified as verified from users where email = ${email}`
    )[0]
  const setPassword = (id: string) =>
    app.passwords
      .hash('a lantern in the fog')
      .then(
        (hash) =>
          app.sql`insert into accounts (id, account_id, provider_id, user_id, password) values (gen_random_uuid(), ${id}, 'credential', ${id}, ${hash})`,
      )

  return { ...testApp, atProvider, oidc, state, server, someone, newBrowser, userAt, setPassword }
}
