import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive } from '#server/sessions/assert-active.ts'

/** Where a held product was not written it can only be the person himself who changed meanwhile. Always throws, which ends a transaction with all it wrote. */
export async function rejectInactiveSince(app: App, actor: Actor): Promise<never> {
  await assertActive(app, actor)
  throw new AppError('stale-version')
}
