import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { countTokenAttempt, spendToken, type Token } from '#server/links/tokens.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, record } from '#server/platform/events/record.ts'

/**
 * Confirms an address by a mailed link: the present one, or the pending one, which becomes the present one (product §2).
 * Returns the address. Throws `link-expired`, `email-taken`, `email-reserved`.
 */
export async function verifyEmail(app: App, token: string, address: string): Promise<string> {
  await countTokenAttempt(app, address)
  return commit(app, async (tx) => {
    const used = await spendToken(tx, token, ['verify', 'email'])
    await (used.purpose === 'email' ? adopt(app, tx, used) : confirm(tx, used))
    return used.email
  })
}

type Confirmed = { name: string; before: string }

async function confirm(tx: Tx, { userId, email }: Token): Promise<void> {
  const [person] = await tx.execute<Pick<Confirmed, 'name'>>(sql`
    update users set email_verified = true, updated_at = now()
    where id = ${userId} and lower(email) = lower(${email}) and status = 'active' returning name`)
  if (!person) throw new AppError('link-expired')
  await record(tx, {
    kind: 'user.profile',
    ...byOwner(userId, person.name),
    fields: ['emailVerified'],
    before: { emailVerified: false },
    after: { emailVerified: true },
  })
}

async function adopt({ config }: App, tx: Tx, { userId, email }: Token): Promise<void> {
  if (email === config.supportEmail) throw new AppError('email-reserved', { field: 'email' })
  const [person] = await tx
    .execute<Confirmed>(sql`
      update users set email = ${email}, email_verified = true, pending_email = null, updated_at = now()
      from (select id, email from users where id = ${userId} for update) old
      where users.id = old.id and lower(users.pending_email) = lower(${email}) and users.status = 'active'
        and not (users.role = 'admin' and users.email = ${config.supportEmail})
      returning users.name, old.email as before`)
    .catch(rejectTaken)
  if (!person) throw new AppError('link-expired')
  // Links in the former mailbox must no longer work.
  await tx.execute(sql`delete from account_tokens where user_id = ${userId}`)
  await record(tx, {
    kind: 'user.email',
    ...byOwner(userId, person.name),
    fields: ['email'],
    before: { email: person.before },
    after: { email },
  })
}

const duplicate = '23505'

function rejectTaken(error: unknown): never {
  throw codeOf(error) === duplicate ? new AppError('email-taken', { field: 'email' }) : error
}
