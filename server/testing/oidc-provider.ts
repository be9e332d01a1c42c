import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** A person with an account at the provider. */
export type ProviderAccount = { sub: string } & Record<string, unknown>

const secret = 'the secret of the client, long enough to be one'
const clientId = 'backstall'

type Signing = { kid: string; key: KeyObject }
const newKey = (kid: string): Signing => ({ kid, key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey })

/** A JSON Web Token, signed with RS256 unless `alg` says otherwise; `none` has no signature. */
export function signToken(claims: object, { kid, key }: Signing, alg = 'RS256'): string {
  const parts = [{ alg, kid, typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${parts}.${alg === 'none' ? '' : sign('sha256', Buffer.from(parts), key).toString('base64url')}`
}

/** The claims of a token, unchecked. */
export const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/**
 * A certified OpenID provider (oidc-provider) on a port of its own. Each sign-in is of `person`, without a form, unless `form` is set. Tests
 * change its answers on the way out (`forge`), rotate its keys, or stop it.
 */
export async function openOidcProvider({ form = false } = {}) {
  const state = {
    person: { sub: 'nora' } as ProviderAccount,
    /** Refuses the next sign-ins with this error code of OAuth. */
    refuses: null as string | null,
    /** Changes the body of a successful answer of the token endpoint. */
    forge: null as ((body: Record<string, unknown>) => void) | null,
    /** Does not answer the token endpoint. */
    hangs: false,
  }
  const accounts = new Map<string, ProviderAccount>()
  const redirectUris: string[] = []
  let signing = newKey('first')
  const server = createServer((request, response) => {
    if (state.hangs && request.url?.startsWith('/token')) return
    void provider.callback()(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let provider = makeProvider()

  function makeProvider(): Provider {
    const configuration: Configuration = {
      clients: [
        {
          client_id: clientId,
          client_secret: secret,
          redirect_uris: ['http://placeholder.example/login/callback'],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [{ ...signing.key.export({ format: 'jwk' }), kid: signing.kid, alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['a key of tests'] },
      pkce: { required: () => true },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      claims: { openid: ['sub', 'roles'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx, logoutForm) => {
            ctx.body = `<!doctype html><title>Provider</title><h1>Sign out at the provider?</h1>${logoutForm}
              <button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`
          },
        },
      },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => ({ accountId: id, claims: () => accounts.get(id) ?? { sub: id } }),
      // Every client is the operator's own: no person is asked for consent.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    }
    const made = new Provider(issuer, configuration)
    made.Client.prototype.redirectUriAllowed = (uri) => redirectUris.some((base) => uri === `${base}/login/callback`)
    made.Client.prototype.postLogoutRedirectUriAllowed = (uri) => redirectUris.some((base) => uri === `${base}/login`)
    made.use(async (ctx, next) => {
      if (ctx.path.startsWith('/interaction/')) return interact(made, ctx)
      await next()
      if (ctx.path === '/token' && ctx.status === 200) state.forge?.(ctx.body as Record<string, unknown>)
    })
    return made
  }

  async function interact(made: Provider, ctx: Parameters<Parameters<Provider['use']>[0]>[0]): Promise<void> {
    if (form && ctx.method === 'GET') {
      ctx.type = 'html'
      ctx.body = `<!doctype html><title>Provider</title><h1>Sign in at the provider</h1><form method="post"><button>Sign in as ${state.person.sub}</button></form>`
      return
    }
    accounts.set(state.person.sub, state.person)
    const result = state.refuses ? { error: state.refuses } : { login: { accountId: state.person.sub } }
    ctx.redirect(await made.interactionResult(ctx.req, ctx.res, result))
  }

  return {
    state,
    issuer,
    oidc: { id: issuer, issuer, clientId, clientSecret: secret, roleClaim: null as string | null, name: new URL(issuer).host },
    /** Lets people come back to this address of Backstall. */
    allow: (url: string) => void redirectUris.push(url),
    signing: () => signing,
    /** Signs with a new key from now on; the former one is gone. */
    rotate: () => {
      signing = newKey(`rotated-${Date.now()}`)
      provider = makeProvider()
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Cookies = Map<string, string>

/** Follows redirects at the provider as a browser does, and returns the address at which Backstall takes over. */
export async function throughProvider(start: string, cookies: Cookies = new Map()): Promise<URL> {
  const { origin } = new URL(start)
  let address = new URL(start)
  for (let step = 0; step < 10; step += 1) {
    if (address.origin !== origin) return address
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const to = answer.headers.get('location')
    if (!to) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    address = new URL(to, address)
  }
  throw new Error('The provider redirects in a circle.')
}
