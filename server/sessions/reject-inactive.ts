import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive } from '#server/sessions/assert-active.ts'

/** A write on one's own account that found nothing: it can only be the person himself, or a session that came back to life meanwhile. */
export async function rejectInactive(app: App, actor: Actor): Promise<never> {
  await assertActive(app, actor)
  throw new AppError('unavailable')
}
