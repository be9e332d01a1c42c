import { z } from 'zod'
import type { Program } from '#domain/by.ts'
import { limits } from '#domain/limits.ts'
import { Id, line, Moment } from '#domain/text.ts'

/** What a key may do at the public API (product §8). */
export const scopes = ['products:read', 'sellers:read', 'orders:read', 'orders:write'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

const Scopes = z
  .array(Scope)
  .min(1, 'Choose at least one.')
  .max(scopes.length)
  .overwrite((chosen) => scopes.filter((scope) => chosen.includes(scope)))

/** A key of a storefront: it belongs to the installation, not to whoever made it (product §2). */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(Scope),
  /** How it begins, to tell it from others; the rest is shown once and stored nowhere. */
  hint: z.string(),
  createdBy: z.string().nullable(),
  createdAt: Moment,
  /** To the minute. */
  lastUsedAt: Moment.nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: Moment.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.object({ name: line({ min: 1, max: limits.apiKey.nameMax }), scopes: Scopes })
export type NewApiKey = z.infer<typeof NewApiKey>

/** The key that is asking at the public API. */
export type KeyActor = Program & { scopes: readonly Scope[] }
