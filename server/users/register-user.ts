import { AppError } from '#domain/errors.ts'
import { isReservedName } from '#domain/reserved-name.ts'
import type { Role } from '#domain/user.ts'
import { findInvited } from '#server/invitations/accept-invitation.ts'
import type { App } from '#server/platform/app.ts'
import { networkAddress } from '#server/platform/http/client-address.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { assertPasswords } from '#server/sessions/assert-passwords.ts'
import { checkPassword } from '#server/sessions/check-password.ts'
import { addUser, type NewUser } from '#server/users/add-user.ts'

/** The registering person, and the token of the invitation they follow. */
type NewPerson = NewUser & { invite?: string | undefined }

/**
 * Registers a seller, or an invited person in the role of the invitation; people cannot choose role or status (spec §4, product §2). Returns the
 * id. `claimed` is the role that a provider will give them. Throws `password-sign-in-off`, `registration-closed`, `invitation-needed`, `invitation-invalid`, `invitation-address`, `too-many-requests`, `email-reserved`,
 * `name-reserved`, `password-common`, `password-guessable`, `email-taken`.
 */
export async function registerUser(
  app: App,
  { invite, ...person }: NewPerson,
  address: string,
  claimed: Role | null = null,
): Promise<string> {
  if ('password' in person) assertPasswords(app)
  const { registration, marketplaceName } = app.settings.current()
  if (registration === 'closed' && !invite) throw new AppError('registration-closed')
  if (registration === 'invitation' && !invite) throw new AppError('invitation-needed')
  const { perAddress, windowMs } = limits.signUp
  await assertWithinLimit(app, [{ of: ['sign-up', networkAddress(address)], max: perAddress, windowMs }])
  if (person.email === app.config.supportEmail) throw new AppError('email-reserved', { field: 'email' })
  const invited = invite ? await findInvited(app, invite, address) : null
  if (invited && invited.email.toLowerCase() !== person.email) throw new AppError('invitation-address', { field: 'email' })
  const role = invited?.role ?? 'seller'
  if (role !== 'admin' && claimed !== 'admin' && isReservedName(person.name, marketplaceName))
    throw new AppError('name-reserved', { field: 'name' })
  if ('password' in person) await checkPassword(app, person.password, person)
  const id = await addUser(app, person, role, 'self', invite)
  if (!id) throw new AppError('email-taken', { field: 'email' })
  return id
}
