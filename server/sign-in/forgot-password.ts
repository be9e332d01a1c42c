import { countLink } from '#server/links/count-links.ts'
import type { App } from '#server/platform/app.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'

/**
 * Asks for a link to choose a new password (product §2). The same is done for every address, so neither the answer nor its time tells
 * whether it is known: that is looked up when the mail goes out. Throws `too-many-requests`, known or not.
 */
export async function forgotPassword(app: App, email: string, address: string): Promise<void> {
  await countLink(app, 'reset', email, address)
  await sendMail(app.db, { to: email, template: 'resetPassword' })
}
