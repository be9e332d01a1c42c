import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ApiKey, NewApiKey } from '#domain/api-key.ts'
import { Id } from '#domain/text.ts'

/** Keys for the public API, for admins (product §8). */
export const apiKeys = {
  /** Those that work, then those that lately stopped; newest first. */
  list: oc.output(z.array(ApiKey)),
  /** `key` is told here and never again. */
  create: oc.input(NewApiKey).output(ApiKey.extend({ key: z.string() })),
  /** Works no more from this moment on. */
  revoke: oc.input(z.object({ id: Id })).output(ApiKey),
}
