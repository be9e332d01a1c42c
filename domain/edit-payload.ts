import { z } from 'zod'
import { type OtherValues, otherValues, reviewableFields } from '#domain/edit-request.ts'
import { ImagePaths } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { Product, ProductFields } from '#domain/product.ts'
import { contentFields } from '#domain/product-rules.ts'
import { isPlainText, line } from '#domain/text.ts'

/** What a seller may propose: any reviewable fields of the product, pictures by their paths. */
export const Proposal = ProductFields.omit({ stock: true }).partial().extend({ images: ImagePaths.optional() })
export type Proposal = z.infer<typeof Proposal>

type Problem = { path: PropertyKey[]; message: string }
const { payloadBytesMax, keyMax, depthMax } = limits.editRequest
const polluting = new Set(['__proto__', 'constructor', 'prototype'])
const Key = line({ min: 1, max: keyMax })

const content: ReadonlySet<string> = new Set(contentFields)
/** Keys of a product that only the server writes, and the names that older records have for them (spec §3). */
const serverOwned: ReadonlySet<string> = new Set([
  ...Object.keys(Product.shape).filter((key) => !content.has(key)),
  ...['userId', 'createdAt'],
])
/** True of a key that means nothing to Backstall: its value is stored and shown, and never applied (product §4). */
export const isOtherKey = (key: string): boolean => !content.has(key) && !serverOwned.has(key)

/** True of a payload that is longer than 64 kB as JSON, or that JSON cannot write. */
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

/** What keeps free-form JSON from being stored at all: its depth, keys that would pollute objects, and what the database cannot write as it is. */
function problemIn(value: unknown, path: PropertyKey[] = []): Problem | null {
  if (path.length > depthMax) return { path: path.slice(0, 1), message: 'This is nested too deep.' }
  const message = problemOf(value)
  if (message) return { path, message }
  for (const [key, inner] of Object.entries(value ?? {})) {
    if (typeof value === 'string') break
    if (polluting.has(key)) return { path: [...path, key], message: 'There is no such field.' }
    if (!Key.safeParse(key).success) return { path, message: unfitKey }
    const problem = problemIn(inner, [...path, key])
    if (problem) return problem
  }
  return null
}

const unfitKey = `Use keys of 1 to ${keyMax} visible characters.`

function problemOf(value: unknown): string | null {
  if (typeof value === 'string') return isPlainText(value) ? null : 'Control characters are not allowed here.'
  if (typeof value === 'number') return isExact(value) ? null : 'This number is too large or too precise. Send it as text.'
  if (value === null || typeof value === 'boolean' || Array.isArray(value)) return null
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype ? null : 'Use plain JSON here.'
}

/** Not rounded on its way here, and written without an exponent, which the database would write out in hundreds of digits. */
const isExact = (value: number) => (Number.isInteger(value) ? Number.isSafeInteger(value) : /^-?[\d.]+$/.test(String(value)))

function problemsIn(payload: unknown): Problem[] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return [{ path: [], message: 'Use an object here.' }]
  // Before a look at all that is in it.
  if (isTooLarge(payload)) return [{ path: [], message: 'This is too large.' }]
  const problem = problemIn(payload)
  if (problem) return [problem]
  return Object.keys(payload)
    .filter((key) => key === 'stock' || serverOwned.has(key))
    .map((key) => ({ path: [key], message: key === 'stock' ? atOnce : serversOwn }))
}

const atOnce = 'This applies at once. Change it on the product itself.'
const serversOwn = 'Only the server sets this. Leave it out.'

/**
 * A free-form payload (product §4): keys of fields that the owner may change follow the rules of these fields, keys that only the server writes
 * are refused by name, and other keys are taken as they are.
 */
export const EditPayload = z.unknown().transform((payload, context): Proposal & OtherValues => {
  const problems = problemsIn(payload)
  const parsed = problems.length > 0 ? null : Proposal.safeParse(payload)
  for (const { path, message } of parsed?.error?.issues ?? problems) context.addIssue({ code: 'custom', path, message, input: payload })
  return parsed?.data ? { ...otherValues(payload, reviewableFields), ...parsed.data } : z.NEVER
})
