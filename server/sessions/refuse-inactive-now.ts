import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { refuseInactive } from '#server/sessions/why-inactive.ts'

/** A write on one's own account that found nothing: it can only be the person himself, or a session that came back to life meanwhile. */
export async function refuseInactiveNow(app: App, actor: Actor): Promise<never> {
  await refuseInactive(app, actor)
  throw new AppError('unavailable')
}
