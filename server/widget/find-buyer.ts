import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '#domain/errors.ts'
import { type Buyer, BuyerClaims, buyerIdOf, publicKeyAlgorithms, visitorIdOf } from '#domain/widget.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { acceptedSecrets } from '#server/widget/secrets.ts'

const { toleranceSeconds, lifeMaxSeconds, tokenMax } = limits.widget

type Deps = { app: App; publicKeys: () => JWTVerifyGetKey | null }

/**
 * The buyer of an Authorization header (product §7), checked with every request: a token of the storefront, or of a visitor where the settings allow
 * it. Throws `no-buyer-token`, `wrong-buyer-token`, `buyer-token-expired`, `verified-only`.
 */
export async function findBuyer({ app, publicKeys }: Deps, authorization: string | undefined): Promise<Buyer> {
  if (authorization === undefined) throw new AppError('no-buyer-token')
  const token = /^Bearer +([\w.-]+)$/i.exec(authorization.trim())?.[1]
  if (!token || token.length > tokenMax) throw wrongToken()
  if (token.startsWith(visitorTokens)) return visitorOf(app, token)
  return buyerFrom(await verifiedPayload({ app, publicKeys }, token))
}

const wrongToken = () => new AppError('wrong-buyer-token')

function buyerFrom(payload: JWTPayload): Buyer {
  const { data } = BuyerClaims.safeParse(payload)
  const { exp = Number.POSITIVE_INFINITY } = payload
  if (!data || exp > Date.now() / 1000 + lifeMaxSeconds + toleranceSeconds) throw wrongToken()
  const { sub, name, email = null } = data
  return { role: 'buyer', status: 'active', id: buyerIdOf(sub), name, email, expiresAt: (exp + toleranceSeconds) * 1000 }
}

/** The payload of a token whose signature, audience and times are right. The kind of key decides which algorithms count, never the token. */
async function verifiedPayload({ app, publicKeys }: Deps, token: string): Promise<JWTPayload> {
  const { widgetAudience: audience } = app.settings.current()
  const about = { audience, clockTolerance: toleranceSeconds, requiredClaims: ['sub', 'name', 'aud', 'exp'] }
  try {
    if (decodeProtectedHeader(token).alg !== 'HS256') {
      const keys = publicKeys()
      if (!keys) throw wrongToken()
      return (await jwtVerify(token, keys, { ...about, algorithms: [...publicKeyAlgorithms] })).payload
    }
    for (const secret of await acceptedSecrets(app)) {
      const verified = await jwtVerify(token, secret, { ...about, algorithms: ['HS256'] }).catch(unlessOtherSecret)
      if (verified) return verified.payload
    }
    throw wrongToken()
  } catch (error) {
    throw refusalOf(error)
  }
}

function unlessOtherSecret(error: unknown): null {
  if (error instanceof errors.JWSSignatureVerificationFailed) return null
  throw error
}

/** The last one is that of keys that are no JSON. */
const keyProblems = new Set<string>([errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code])

/** Problems with the keys of the storefront are an outage; everything else is about the token. */
function refusalOf(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new AppError('buyer-token-expired')
  if (error instanceof errors.JOSEError && keyProblems.has(error.code)) return new AppError('buyer-keys-unavailable')
  // `decodeProtectedHeader` throws a TypeError for what is no token.
  return error instanceof errors.JOSEError || error instanceof TypeError ? wrongToken() : error
}

const visitorTokens = 'bsv_'
const nameBytes = 16

const signatureOf = (app: Pick<App, 'config'>, name: string): Buffer =>
  createHmac('sha256', app.config.sessionSecret).update(`widget visitor\n${name}`).digest()

/** A new visitor's token: a name that cannot be guessed, signed. Nothing is stored until they write. */
export function newVisitorToken(app: Pick<App, 'config'>): string {
  const name = randomBytes(nameBytes).toString('base64url')
  return `${visitorTokens}${name}.${signatureOf(app, name).toString('base64url')}`
}

function visitorOf(app: App, token: string): Buyer {
  const [, name = '', signature = ''] = /^bsv_([\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(app, name)
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw wrongToken()
  if (app.settings.current().widgetMode !== 'everyone') throw new AppError('verified-only')
  return {
    role: 'buyer',
    status: 'active',
    id: visitorIdOf(name),
    name: `Visitor ${name.replace(/[\W_]/g, '').slice(0, 4)}`,
    email: null,
    expiresAt: null,
  }
}
