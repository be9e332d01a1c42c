import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { accounts } from '#server/platform/database/tables/sign-in.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'

/** Stores the hash of a password, even for a person without one, who signed up through a provider. */
export async function setPassword(tx: Tx, userId: string, password: string): Promise<void> {
  const changed = await tx.execute(sql`
    update accounts set password = ${password}, updated_at = now() where user_id = ${userId} and provider_id = 'credential' returning id`)
  if (changed.length > 0) return
  await tx.insert(accounts).values({ id: newId(), accountId: userId, providerId: 'credential', userId, password })
}

type Owner = { name: string; email: string; emailVerified: boolean }

/**
 * Mails the owner that the password was changed, and which pending address (`dropped`) was cancelled with it. An unconfirmed address may
 * belong to a stranger, so it gets no mail.
 */
export async function notifyOfNewPassword(tx: Tx, { name, email, emailVerified }: Owner, dropped: string | null): Promise<void> {
  if (emailVerified) await sendMail(tx, { to: email, template: 'passwordChanged', values: { name, ...(dropped && { dropped }) } })
}
