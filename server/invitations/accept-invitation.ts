import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Role } from '#domain/user.ts'
import { isOpen } from '#server/invitations/invitation-row.ts'
import { countTokenAttempt, hashOf } from '#server/links/tokens.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Invited = { email: string; role: Role }

/**
 * Makes the token of an open invitation when its mail goes out; a former link stops working. Returns null if the invitation is not open any
 * more.
 */
export async function makeInviteToken({ db }: App, id: string): Promise<{ token: string; role: Role; invitedBy: string } | null> {
  const token = randomBytes(limits.account.tokenBytes).toString('base64url')
  const [row] = await db.execute<{ role: Role; invitedBy: string }>(sql`
    update invitations set token_hash = ${hashOf(token)} where id = ${id} and ${isOpen}
    returning role, (select name from users where users.id = invited_by) as "invitedBy"`)
  return row ? { token, ...row } : null
}

/**
 * Returns the address and role of an invitation without using it. Throws `invitation-invalid`, `registration-closed`, `too-many-requests`.
 */
export async function findInvited(app: App, token: string, address: string): Promise<Invited> {
  await countTokenAttempt(app, address)
  const [found] = await app.db.execute<Invited>(sql`
    select email, role from invitations where token_hash = ${hashOf(token)} and ${isOpen}`)
  if (!found) throw new AppError('invitation-invalid')
  // A seller who was invited before registration closed waits until it opens again.
  if (found.role !== 'admin' && app.settings.current().registration === 'closed') throw new AppError('registration-closed')
  return found
}

/** Uses an invitation up in the transaction that makes the account, so that it works once. Throws `invitation-invalid`. */
export async function spendInvitation(tx: Tx, token: string, email: string): Promise<void> {
  const used = await tx.execute(sql`
    update invitations set accepted_at = now()
    where token_hash = ${hashOf(token)} and lower(email) = ${email} and ${isOpen} returning id`)
  if (used.length === 0) throw new AppError('invitation-invalid')
}
