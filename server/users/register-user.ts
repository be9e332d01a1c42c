import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import type { SignUp } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { networkAddress } from '#server/http/client-address.ts'
import { tryOnce } from '#server/limits/attempts.ts'
import { addUser } from '#server/users/add-user.ts'
import { checkPassword } from '#server/users/check-password.ts'

/**
 * Registers a seller; nobody chooses his role or status (spec §4, product §2). Answers his id. Throws `registration-closed`,
 * `too-many-requests`, `email-reserved`, `password-common`, `email-taken`.
 */
export async function registerUser(app: App, person: SignUp, address: string): Promise<string> {
  if (app.settings.current().registration !== 'open') throw new AppError('registration-closed')
  const { perAddress, windowMs } = limits.signUp
  await tryOnce(app, [{ of: ['sign-up', networkAddress(address)], max: perAddress, windowMs }])
  if (person.email === app.config.supportEmail) throw new AppError('email-reserved', { field: 'email' })
  await checkPassword(person.password)
  const id = await addUser(app, person, 'seller', 'self')
  if (!id) throw new AppError('email-taken', { field: 'email' })
  return id
}
