import type { KeyActor } from '#domain/api-key.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { countAttempts, tooOften } from '#server/platform/rate-limits/attempts.ts'

/** The rate-limit headers of every answer, and the refusal of a call over the limit. */
export type Allowed = { headers: Record<string, string>; refusal: Error | null }

/** Counts one call of a key (product §10: at most 600 per minute). */
export async function countCall(app: App, { id }: KeyActor): Promise<Allowed> {
  const { perKey: max, windowMs } = limits.api
  const [tries] = await countAttempts(app, [{ of: ['api', id], max, windowMs }])
  const { count = 0, secondsLeft = 0 } = tries ?? {}
  const headers = {
    'RateLimit-Limit': String(max),
    'RateLimit-Remaining': String(Math.max(0, max - count)),
    'RateLimit-Reset': String(Math.max(1, secondsLeft)),
  }
  return { headers, refusal: count > max ? tooOften(secondsLeft) : null }
}
