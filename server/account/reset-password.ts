import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { hashOfPassword, setPassword } from '#server/account/set-password.ts'
import { countTokenTry, lookAtToken, spendToken } from '#server/account/tokens.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/database/database.ts'
import { record } from '#server/events/record.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { checkPassword } from '#server/users/check-password.ts'

type Reset = { token: string; password: string }
type Owner = { id: string; name: string; email: string }

/**
 * Sets a new password by a mailed link and ends all sessions of the account (product §2). A second factor stays. Answers the address.
 * Throws `link-expired` for a link that was used, is too old or was sent to an address that is no longer his; `password-common`.
 */
export async function resetPassword(app: App, { token, password }: Reset, address: string): Promise<string> {
  await countTokenTry(app, address)
  // Looked at first, so that a password that is refused does not cost the link, nor a wrong link a hash.
  if (!(await lookAtToken(app, token, ['reset']))) throw new AppError('link-expired')
  await checkPassword(password)
  const hash = await hashOfPassword(password)
  const owner = await app.db.transaction(async (tx) => {
    const { userId, email } = await spendToken(tx, token, ['reset'])
    const [person] = await tx.execute<Owner>(sql`
      update users set email_verified = true, updated_at = now()
      where id = ${userId} and lower(email) = lower(${email}) and status = 'active' returning id, name, email`)
    if (!person) throw new AppError('link-expired')
    await setPassword(tx, userId, hash)
    await endAllAccess(tx, userId)
    await record(tx, { kind: 'user.password', itemId: userId, ownerId: userId, actorId: userId, title: person.name, fields: ['password'] })
    await sendMail(tx, { to: person.email, template: 'passwordChanged', values: { name: person.name } })
    return person
  })
  app.feed.wake()
  return owner.email
}

/** Whoever else was in, or had a link to get in, is out. */
async function endAllAccess(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`delete from account_tokens where user_id = ${userId}`)
  await tx.execute(sql`delete from sessions where user_id = ${userId}`)
}
