import { limits as shared } from '#domain/limits.ts'
import { accounts } from '#server/platform/limits/accounts.ts'
import { background } from '#server/platform/limits/background.ts'
import { chats } from '#server/platform/limits/chats.ts'
import { http } from '#server/platform/limits/http.ts'
import { imports } from '#server/platform/limits/imports.ts'
import { products } from '#server/platform/limits/products.ts'
import { webhooks } from '#server/platform/limits/webhooks.ts'

const own = { ...accounts, ...background, ...chats, ...http, ...imports, ...products, ...webhooks }

type Nouns = Record<string, Record<string, unknown>>
const merged = (one: Nouns, other: Nouns): Nouns =>
  Object.fromEntries(Object.keys({ ...one, ...other }).map((noun) => [noun, { ...one[noun], ...other[noun] }]))

/** Every limit: those that the browser knows (`domain/limits.ts`), and those of the server alone. */
export const limits = merged(shared, own) as typeof shared & typeof own
