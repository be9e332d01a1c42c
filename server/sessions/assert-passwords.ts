import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'

/** Throws `password-sign-in-off` where PASSWORD_SIGN_IN is off: no password opens, makes or confirms anything then (product §10). */
export function assertPasswords({ config }: Pick<App, 'config'>): void {
  if (!config.passwordSignIn) throw new AppError('password-sign-in-off')
}
