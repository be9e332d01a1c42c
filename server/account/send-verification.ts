import type { Actor } from '#domain/user.ts'
import { findAccount } from '#server/account/find-account.ts'
import { countLink } from '#server/links/count-links.ts'
import type { App } from '#server/platform/app.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'

/** Sends the link once more by which the pending address, or else the present one, is confirmed. Throws `too-many-requests`. */
export async function sendVerification(app: App, actor: Actor): Promise<void> {
  const { email, emailVerified, pendingEmail } = await findAccount(app, actor)
  if (pendingEmail === null && emailVerified) return
  const to = pendingEmail ?? email
  await countLink(app, pendingEmail === null ? 'verify' : 'confirm', to)
  const template = pendingEmail === null ? 'verifyEmail' : 'confirmEmail'
  await sendMail(app.db, { to, template, values: { userId: actor.id } })
}
