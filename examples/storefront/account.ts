import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { readSigned, signed, webToken } from './signed.ts'

/** A buyer of this shop. A real one would ask for a password. */
export type Account = { id: string; name: string; email: string }

const cookie = 'shop_account'
const attributes = 'Path=/; HttpOnly; SameSite=Lax'

/** The account of this address; the same address is always the same buyer. */
export const accountOf = (name: string, email: string): Account => ({
  id: createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 16),
  name: name.trim(),
  email: email.trim(),
})

/** The buyer who is signed in here, or null. */
export function signedInAt({ headers }: IncomingMessage, key: string): Account | null {
  const value = new RegExp(`(?:^|; )${cookie}=([^;]+)`).exec(headers.cookie ?? '')?.[1]
  return value ? readSigned<Account>(value, cookie, key) : null
}

export const signInCookie = (account: Account, key: string): string => `${cookie}=${signed(account, cookie, key)}; ${attributes}`
export const signOutCookie = `${cookie}=; Max-Age=0; ${attributes}`

/** A token of the chat lasts this long, in seconds; the widget asks for the next one in time. */
const tokenSeconds = 5 * 60

/** Tells Backstall who the buyer is (docs/widget.md). `secret` is the one of its settings. */
export const chatToken = ({ id, name, email }: Account, secret: string): string =>
  webToken({ sub: id, name, email, aud: 'backstall', exp: Math.floor(Date.now() / 1000) + tokenSeconds }, secret)
