import { z } from 'zod'
import { jsonIn } from '#domain/json.ts'
import { limits } from '#domain/limits.ts'
import { say } from '#domain/shape-texts.ts'
import { line } from '#domain/text.ts'
import { Email } from '#domain/user.ts'

/** Whether buyers can write: not at all, with a token of the storefront, or also without one (product §7). */
export const widgetModes = ['off', 'verified', 'everyone'] as const

const origin = /^https?:\/\/([a-z\d-]+(\.[a-z\d-]+)*|\[[\da-f:.]+\])(:[1-9]\d{0,4})?$/
const defaultPort = /^http:.*:80$|^https:.*:443$/

/** The origin of a storefront, such as `https://shop.example`, as browsers send it: scheme, host, and a port that is not the default one. */
export const StorefrontOrigin = z
  .string()
  .max(limits.settings.linkMax)
  .overwrite((text) => text.trim().replace(/\/$/, '').toLowerCase())
  .refine((text) => origin.test(text) && !defaultPort.test(text), say('no-origin'))

/** The kinds of keys that may sign a buyer's token, by the `alg` of the token; HS256 belongs to the secret alone. */
export const publicKeyAlgorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'] as const

const PublicKey = z.looseObject({ kty: z.enum(['RSA', 'EC', 'OKP']) }).refine((key) => !('d' in key || 'k' in key))

/** A JSON Web Key Set as text, with public keys only; or empty. */
export const KeySet = z
  .string()
  .trim()
  .max(limits.widget.jwksMax)
  .refine((text) => text === '' || z.object({ keys: z.array(PublicKey).min(1) }).safeParse(jsonIn(text)).success, say('no-key-set'))

const buyerPrefix = 'buyer:'
/** No `sub` leads here: in `buyerIdOf`, `~` is always followed by two hexadecimal digits. */
const visitorPrefix = `${buyerPrefix}~.`

/** Buyers of a storefront have such ids in chats (product §7); no id of a user begins like this. */
export const isBuyerId = (id: string): boolean => id.startsWith(buyerPrefix)
/** True for a buyer whom no storefront has vouched for. */
export const isVisitorId = (id: string): boolean => id.startsWith(visitorPrefix)
export const visitorIdOf = (name: string): string => visitorPrefix + name

/** The id of the buyer with this `sub`: characters that ids do not have are written as `~` and their UTF-8 bytes. Different ones stay different. */
export const buyerIdOf = (sub: string): string => buyerPrefix + sub.replace(/[^\w.:-]/gu, asBytes)

function asBytes(sign: string): string {
  const coded = encodeURIComponent(sign)
  return coded.startsWith('%') ? coded.replaceAll('%', '~') : `~${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

/** What a token says about a buyer, beside `aud`, `exp` and the optional `nbf`. Other claims are ignored. */
export const BuyerClaims = z.object({
  sub: z
    .string()
    .min(1)
    .refine((sub) => sub.isWellFormed() && buyerIdOf(sub).length <= limits.text.idMax, say('too-long', { max: limits.widget.subMax })),
  name: line({ min: 1, max: limits.widget.nameMax }),
  /** Storefronts write null or nothing for a buyer without an address. */
  email: z.preprocess((email) => email || undefined, Email.optional()),
})

/** A buyer who writes through the widget; the token was checked with this very request. */
export type Buyer = {
  role: 'buyer'
  status: 'active'
  id: string
  name: string
  email: string | null
  /** When the token runs out, in milliseconds since 1970; null for one without an end. */
  expiresAt: number | null
}

export const Score = z.int().min(1).max(5)
/** A buyer's rating of a chat that was solved (product §7). */
export const Rating = z.object({ score: Score, comment: z.string() })
