import { type JWTPayload, SignJWT } from 'jose'
import type { Settings } from '#domain/settings.ts'
import type { TestApp } from './test-app.ts'
import type { TestResponse, TestServer } from './test-server.ts'

/** The origin of the storefront of a test. */
export const shopOrigin = 'https://shop.example'

type Claims = { sub: string; name?: string; email?: string }

export type Shop = {
  secret: string
  /** A token as the storefront signs it, valid for ten minutes. */
  tokenOf: (claims: Claims, about?: JWTPayload) => Promise<string>
}

/** A storefront whose origin is listed, with a secret; everyone may write unless `about` says otherwise. */
export async function openShop({ caller, admin }: Pick<TestApp, 'caller' | 'admin'>, about: Partial<Settings> = {}): Promise<Shop> {
  const { logo: _, ...change } = { widgetMode: 'everyone' as const, widgetOrigins: [shopOrigin], ...about }
  await caller(admin).settings.edit({ change })
  const { secret } = await caller(admin).widget.rotateSecret({})
  return { secret, tokenOf: (claims, about) => signed(secret, { ...tokenClaims(claims), ...about }) }
}

/** The claims of a good token. */
export const tokenClaims = ({ sub, name = sub, email }: Claims): JWTPayload => ({
  sub,
  name,
  aud: 'backstall',
  exp: Math.floor(Date.now() / 1000) + 600,
  ...(email !== undefined && { email }),
})

/** A token with these claims, signed with this secret. */
export const signed = (secret: string, claims: JWTPayload): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))

export const bearer = (token: string | null): Record<string, string> => ({
  origin: shopOrigin,
  ...(token !== null && { authorization: `Bearer ${token}` }),
})

/** The calls of the widget by this buyer; null has no token. */
export const asBuyer =
  ({ ask }: Pick<TestServer, 'ask'>, token: string | null) =>
  (call: string, input: unknown = {}): Promise<TestResponse> =>
    ask(`/api/widget/${call}`, { method: 'POST', headers: bearer(token), json: input })
