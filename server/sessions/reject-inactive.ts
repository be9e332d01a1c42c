import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive } from '#server/sessions/assert-active.ts'

/** Throws why a write on the actor's own account changed nothing: as `assertActive`, else `unavailable`, as only a revived session is left. */
export async function rejectInactive(app: App, actor: Actor): Promise<never> {
  await assertActive(app, actor)
  throw new AppError('unavailable')
}
