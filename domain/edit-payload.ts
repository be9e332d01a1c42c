import { z } from 'zod'
import { reviewableFields } from '#domain/edit-request.ts'
import { ImagePaths } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { ProductFields } from '#domain/product.ts'
import { contentFields } from '#domain/product-rules.ts'

/** What a seller may propose: any reviewable fields of the product, pictures by their paths. */
export const Proposal = ProductFields.omit({ stock: true }).partial().extend({ images: ImagePaths.optional() })
export type Proposal = z.infer<typeof Proposal>

type Problem = { path: PropertyKey[]; message: string }
const polluting = new Set(['__proto__', 'constructor', 'prototype'])

/** What keeps free-form JSON from being stored at all: how deep and how large it is, and names that would pollute objects. */
function problemIn(value: unknown, path: PropertyKey[] = []): Problem | null {
  if (path.length > limits.editRequest.depthMax) return { path: path.slice(0, 1), message: 'This is nested too deep.' }
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (polluting.has(key)) return { path: [...path, key], message: 'There is no such field.' }
    const problem = problemIn(inner, [...path, key])
    if (problem) return problem
  }
  return null
}

function problemsIn(payload: unknown): Problem[] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return [{ path: [], message: 'Use an object here.' }]
  // Cheaper than a look at all that is in it.
  if (JSON.stringify(payload).length > limits.editRequest.payloadMax) return [{ path: [], message: 'This is too large.' }]
  const problem = problemIn(payload)
  if (problem) return [problem]
  const known: readonly string[] = reviewableFields
  return Object.keys(payload)
    .filter((key) => !known.includes(key))
    .slice(0, limits.request.issuesMax)
    .map((key) => ({ path: [key], message: (contentFields as readonly string[]).includes(key) ? atOnce : 'A product has no such field.' }))
}

const atOnce = 'This applies at once. Change it on the product itself.'

/** A free-form payload that proposes a change Backstall understands; anything else is refused by field and sentence. */
export const EditPayload = z.unknown().transform((payload, context): Proposal => {
  const problems = problemsIn(payload)
  const parsed = problems.length > 0 ? null : Proposal.safeParse(payload)
  for (const { path, message } of parsed?.error?.issues ?? problems) context.addIssue({ code: 'custom', path, message, input: payload })
  return parsed?.data ?? z.NEVER
})
