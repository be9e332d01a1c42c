import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { refuseInactive } from '#server/sessions/why-inactive.ts'

/** Where a held product was not written it can only be the person himself who changed meanwhile. Always throws, which ends a transaction with all it wrote. */
export async function refuseLater(app: App, actor: Actor): Promise<never> {
  await refuseInactive(app, actor)
  throw new AppError('stale-version')
}
