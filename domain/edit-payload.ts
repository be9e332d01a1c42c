import { z } from 'zod'
import { type OtherValues, otherValues } from '#domain/edit-request.ts'
import { errors } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { Product, ProductChange } from '#domain/product.ts'
import { contentFields, maskOf, reviewableFields } from '#domain/product-fields.ts'
import { say } from '#domain/shape-texts.ts'
import { isPlainText, line } from '#domain/text.ts'

/** What can wait for review; pictures as paths. */
export const Proposal = ProductChange.pick(maskOf(reviewableFields))

type Problem = { path: PropertyKey[]; message: string }
const { payloadBytesMax, keyMax, depthMax } = limits.editRequest
const Key = line({ min: 1, max: keyMax })

const content: ReadonlySet<string> = new Set(contentFields)
/** Keys of a product that only the server writes, and their names in older records (spec §3). */
const serverOwned: ReadonlySet<string> = new Set([
  // A key of our own, which payloads may use for something else.
  ...Object.keys(Product.shape).filter((key) => !content.has(key) && key !== 'seller'),
  ...['userId', 'createdAt', 'sellerName'],
])
/** True if the key means nothing to Backstall: its value is stored and shown, but never applied (product §4). */
export const isOtherKey = (key: string): boolean => !content.has(key) && !serverOwned.has(key)

/** True if the payload is longer than 64 KiB as JSON, or cannot be written as JSON. */
export function isTooLarge(payload: unknown): boolean {
  const text = jsonOf(payload)
  return text === null || text.length > payloadBytesMax || utf8Bytes(text) > payloadBytesMax
}

function jsonOf(payload: unknown): string | null {
  try {
    return JSON.stringify(payload) ?? null
  } catch {
    return null
  }
}

const utf8Bytes = (text: string) => encodeURIComponent(text).replaceAll(/%../g, '.').length

/**
 * The first reason why free-form JSON cannot be stored: nesting, a key that would change its object, or a value that the database cannot
 * store exactly.
 */
function problemIn(value: unknown, path: PropertyKey[] = []): Problem | null {
  const message = problemOf(value)
  if (message) return { path, message }
  if (typeof value === 'object' && value !== null && path.length >= depthMax)
    return { path: path.slice(0, 1), message: say('payload-nesting', { max: depthMax }) }
  for (const [key, inner] of Object.entries(value ?? {})) {
    if (typeof value === 'string') break
    if (key === '__proto__') return { path: [...path, key], message: say('payload-key-refused') }
    if (!Key.safeParse(key).success) return { path, message: say('payload-key', { max: keyMax }) }
    const problem = problemIn(inner, [...path, key])
    if (problem) return problem
  }
  return null
}

function problemOf(value: unknown): string | null {
  if (typeof value === 'string') return isPlainText(value) ? null : say('control-characters')
  if (typeof value === 'number') return isExact(value) ? null : say('payload-number')
  if (value === null || typeof value === 'boolean' || Array.isArray(value)) return null
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype ? null : say('payload-json')
}

/** Not rounded in transit, and written without an exponent, which the database would expand to hundreds of digits. */
const isExact = (value: number) => (Number.isInteger(value) ? Number.isSafeInteger(value) : /^-?[\d.]+$/.test(String(value)))

function problemsIn(payload: unknown): Problem[] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return [{ path: [], message: say('payload-object') }]
  // Checked before the contents are walked.
  if (isTooLarge(payload)) return [{ path: [], message: errors['too-large'].message }]
  const problem = problemIn(payload)
  if (problem) return [problem]
  return Object.keys(payload)
    .filter((key) => serverOwned.has(key))
    .map((key) => ({ path: [key], message: say('server-owned') }))
}

/**
 * A free-form payload (product §4): keys of fields that the owner may change follow the rules of these fields, keys that only the server
 * writes are refused by name, and other keys are accepted unchanged. Of equal keys, JSON keeps the last.
 */
export const EditPayload = z.unknown().transform((payload, context): ProductChange & OtherValues => {
  const problems = problemsIn(payload)
  const parsed = problems.length > 0 ? null : ProductChange.safeParse(payload)
  for (const { path, message } of parsed?.error?.issues ?? problems) context.addIssue({ code: 'custom', path, message, input: payload })
  return parsed?.data ? { ...otherValues(payload, contentFields), ...parsed.data } : z.NEVER
})
