import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { endConnections } from '#server/account/end-connections.ts'
import { notifyOfNewPassword, setPassword } from '#server/account/set-password.ts'
import { countLink } from '#server/links/count-links.ts'
import { endLinks } from '#server/links/end-links.ts'
import { countTokenAttempt, readToken, resetting, spendToken, type Token } from '#server/links/tokens.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, type NewEvent, record } from '#server/platform/events/record.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { assertPasswords } from '#server/sessions/assert-passwords.ts'
import { checkPassword } from '#server/sessions/check-password.ts'

type Reset = { token: string; password: string }
type Owner = { id: string; name: string; email: string; emailVerified: boolean; wasVerified: boolean }

/** What the link stands for, checked before a person thinks of a password, without using it up. Throws `link-expired`. */
export async function checkResetLink(app: App, token: string, address: string): Promise<Token> {
  await countTokenAttempt(app, address)
  const link = await readToken(app, token, resetting)
  if (!link) throw new AppError('link-expired')
  return link
}

/**
 * Sets a new password by a link and ends all sessions, links and pending changes of the address (product §2). A second factor and
 * connections with a provider stay, unless the address was not confirmed before. Returns the address. Throws `link-expired` for a link that was used, is too old or was sent to an address that
 * the person no longer has; `password-common`, `password-guessable`.
 */
export async function resetPassword(app: App, { token, password }: Reset, address: string): Promise<string> {
  assertPasswords(app)
  // Checked before it is used up, so that a refused password does not cost the link, nor an invalid link a hash.
  const link = await checkResetLink(app, token, address)
  const [{ name } = { name: '' }] = await app.sql<{ name: string }[]>`select name from users where id = ${link.userId}`
  await checkPassword(app, password, { name, email: link.email })
  const hash = await app.passwords.hash(password)
  const { email } = await commit(app, async (tx) => {
    const person = await ownerOf(tx, await spendToken(tx, token, resetting))
    await setPassword(tx, person.id, hash)
    await tx.execute(sql`delete from sessions where user_id = ${person.id}`)
    const dropped = await endLinks(tx, person.id)
    const about = byOwner(person.id, person.name)
    if (person.emailVerified && !person.wasVerified) {
      await endForeignFactor(tx, about)
      await endConnections(app, tx, about)
    }
    await record(tx, { kind: 'user.password', ...about, fields: ['password'] })
    await notifyOfNewPassword(tx, person, dropped)
    return person
  })
  return email
}

/** The person the link is for. A mailed link confirms the address, one from the shell does not. */
async function ownerOf(tx: Tx, { userId, email, purpose }: Token): Promise<Owner> {
  const [person] = await tx.execute<Owner>(sql`
    update users set email_verified = old.verified or ${purpose === 'reset'}, updated_at = now()
    from (select id, email_verified as verified from users where id = ${userId} for update) old
    where users.id = old.id and lower(users.email) = lower(${email}) and users.status = 'active'
    returning users.id, users.name, users.email, users.email_verified as "emailVerified", old.verified as "wasVerified"`)
  if (!person) throw new AppError('link-expired')
  return person
}

/** Removes a second factor that a stranger may have set up, who registered with an address that was not theirs: it would lock out the owner. */
async function endForeignFactor(tx: Tx, about: Pick<NewEvent, 'itemId' | 'ownerId' | 'actorId' | 'title'>): Promise<void> {
  const gone = await tx.execute<{ on: boolean }>(sql`
    delete from second_factors where user_id = ${about.itemId} returning confirmed_at is not null as on`)
  if (!gone.some(({ on }) => on)) return
  await record(tx, { kind: 'user.secondFactor', ...about, fields: ['secondFactor'], after: { secondFactor: 'off' } })
}

/**
 * Queues a mail with a link to choose a new password (product §2). It does the same for every address, so neither the answer nor its time shows
 * whether the address is known: that is looked up when the mail is sent. Throws `too-many-requests` for any address.
 */
export async function forgotPassword(app: App, email: string, address: string): Promise<void> {
  assertPasswords(app)
  await countLink(app, 'reset', email, address)
  await sendMail(app.db, { to: email, template: 'resetPassword' })
}
