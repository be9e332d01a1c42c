import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById } from '#contract/page.ts'
import { ApiKey, NewApiKey } from '#domain/api-key.ts'

/** API keys of the public API, for admins (product §8). */
export const apiKeys = {
  /** Active keys, then recently revoked ones; newest first. */
  list: oc.output(z.array(ApiKey)),
  /** Returns `key` only here. */
  create: oc.input(NewApiKey).output(ApiKey.extend({ key: z.string() })),
  /** Revokes the key at once. */
  revoke: oc.input(ById).output(ApiKey),
}
