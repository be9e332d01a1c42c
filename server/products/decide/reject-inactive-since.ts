import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive } from '#server/sessions/still-active.ts'

/** Throws why a locked product could not be written: only the actor can have changed meanwhile. The error rolls the transaction back. */
export async function rejectInactiveSince(app: App, actor: Actor): Promise<never> {
  await assertActive(app, actor)
  throw new AppError('stale-version')
}
