import { z } from 'zod'
import type { Program } from '#domain/by.ts'
import { limits } from '#domain/limits.ts'
import { say } from '#domain/shape-texts.ts'
import { Id, line, Moment } from '#domain/text.ts'

/** What an API key permits at the public API (product §8). */
export const scopes = ['products:read', 'sellers:read', 'orders:read', 'orders:write'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

const Scopes = z
  .array(Scope)
  .min(1, say('choose-one'))
  .max(scopes.length)
  .overwrite((chosen) => scopes.filter((scope) => chosen.includes(scope)))

/** An API key of a storefront. It belongs to the installation, not to the admin who created it (product §2). */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(Scope),
  /** The first characters, to recognise the key; the rest is shown once and never stored. */
  hint: z.string(),
  createdBy: z.string().nullable(),
  createdAt: Moment,
  /** Accurate to the minute. */
  lastUsedAt: Moment.nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: Moment.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.object({ name: line({ min: 1, max: limits.apiKey.nameMax }), scopes: Scopes })
export type NewApiKey = z.infer<typeof NewApiKey>

/** The API key that makes a request to the public API. */
export type KeyActor = Program & { scopes: readonly Scope[] }
