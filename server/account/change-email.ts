import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { Account } from '#domain/account.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { findAccount } from '#server/account/find-account.ts'
import { countLink, mayLink } from '#server/links/count-links.ts'
import type { App } from '#server/platform/app.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMail, sendMails } from '#server/platform/mail/send-mail.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { checkOwnPassword } from '#server/second-factor/check-own-password.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

/**
 * Starts a change of address: the old address gets a mail, the new one must be confirmed (product §2). Neither the answer nor its timing
 * reveals whether an address is in use: that is looked up when the mail goes out, and the owner is notified then. The current address
 * cancels a pending change. Throws `wrong-password`, `email-reserved` for the support address, `support-account` for its owner,
 * `too-many-requests`.
 */
export async function changeEmail(app: App, actor: Actor, { password, email }: Inputs['account']['changeEmail']): Promise<Account> {
  const now = await findAccount(app, actor)
  if (now.isSupport) throw new AppError('support-account')
  if (email === app.config.supportEmail) throw new AppError('email-reserved', { field: 'email' })
  await checkOwnPassword(app, actor, password, 'password')
  await assertWithinLimit(app, [
    { of: ['change email', actor.id], max: limits.account.emailChanges, windowMs: limits.account.linksWindowMs },
  ])
  if (email === now.email.toLowerCase()) return cancelEmailChange(app, actor)
  await countLink(app, 'confirm', email)
  await setPending(app, actor, email, now.emailVerified || (await mayLink(app, 'change', now.email)))
  return findAccount(app, actor)
}

/** Cancels a pending change of address; its link no longer works. */
export async function cancelEmailChange(app: App, actor: Actor): Promise<Account> {
  await setPending(app, actor, null)
  return findAccount(app, actor)
}

type PendingChange = { name: string; email: string; emailVerified: boolean; before: string | null }

async function setPending(app: App, actor: Actor, email: string | null, notifies = false): Promise<void> {
  await commit(app, async (tx) => {
    const [person] = await tx.execute<PendingChange>(sql`
      update users set pending_email = ${email}, updated_at = now() from (select id, pending_email from users where id = ${actor.id} for update) old
      where users.id = old.id and ${stillActive(actor)}
      returning users.name, users.email, users.email_verified as "emailVerified", old.pending_email as before`)
    if (!person) return rejectInactive(app, actor)
    if (email === null && person.before === null) return
    await tx.execute(sql`delete from account_tokens where user_id = ${actor.id} and purpose = 'email'`)
    await record(tx, { kind: 'user.profile', ...byOwner(actor.id, person.name), fields: ['pendingEmail'] })
    if (email === null) return
    await sendMails(tx, [
      { to: email, template: 'confirmEmail', values: { userId: actor.id } },
      // An unconfirmed address may belong to a stranger, so it does not learn the new one.
      ...(notifies
        ? [
            {
              to: person.email,
              template: 'emailChanging' as const,
              values: person.emailVerified ? { name: person.name, email } : {},
              link: '/profile',
            },
          ]
        : []),
    ])
  })
}

/** Sends the link again that confirms the pending address, or else the current one. Throws `too-many-requests`. */
export async function sendVerification(app: App, actor: Actor): Promise<void> {
  const { email, emailVerified, pendingEmail } = await findAccount(app, actor)
  if (pendingEmail === null && emailVerified) return
  const to = pendingEmail ?? email
  await countLink(app, pendingEmail === null ? 'verify' : 'confirm', to)
  const template = pendingEmail === null ? 'verifyEmail' : 'confirmEmail'
  await sendMail(app.db, { to, template, values: { userId: actor.id } })
}
