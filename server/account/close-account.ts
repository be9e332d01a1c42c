import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { findAccount } from '#server/account/find-account.ts'
import { closedName, forgetPerson, type Person } from '#server/account/forget-person.ts'
import { leaveProducts } from '#server/account/leave-products.ts'
import { lockNoticesOf } from '#server/chats/forget-chat.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import { withdrawInvitationsOf } from '#server/invitations/withdraw-invitations-of.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { checkOwnPassword } from '#server/second-factor/check-own-password.ts'
import { passSecondFactor } from '#server/second-factor/pass-second-factor.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'
import { anotherAdmin, lockAdmins } from '#server/users/lock-admins.ts'

type Closed = Person & { name: string; emailVerified: boolean }

/**
 * Closes the actor's account for good: archives products on sale, withdraws pending ones, deletes drafts, removes personal data and frees
 * the address (product §2). Throws `open-orders` while the actor has lines to ship, `support-account`, `last-admin`, `wrong-password`,
 * `second-factor-needed`, `wrong-code`.
 */
export async function closeAccount(app: App, actor: Actor, { password, code }: Inputs['account']['close']): Promise<void> {
  if ((await findAccount(app, actor)).isSupport) throw new AppError('support-account')
  await checkOwnPassword(app, actor, password, 'password')
  await passSecondFactor(app, actor.id, code)
  const released = await commit(app, async (tx) => {
    await lockNoticesOf(tx, actor.id)
    await lockAdmins(tx)
    const person = await close(app, tx, actor)
    await assertNoOpenLines(tx, actor)
    const files = await leaveProducts(tx, actor.id)
    await withdrawInvitationsOf(tx, actor.id, actor.id)
    await forgetPerson(tx, actor.id, person)
    const about = byOwner(actor.id, closedName)
    await record(tx, { kind: 'user.close', ...about, fields: ['status'], before: { status: 'active' }, after: { status: 'closed' } })
    // An unconfirmed address may belong to a stranger, so it gets no mail.
    if (person.emailVerified) await sendMail(tx, { to: person.email, template: 'accountClosed', values: { name: person.name } })
    return [...files, ...(person.image ? [person.image] : [])]
  })
  void removeReleased(app, released)
}

/** Placing an order locks its sellers' rows, as closing an account does, so no order arrives meanwhile. */
async function assertNoOpenLines(tx: Tx, { id }: Actor): Promise<void> {
  const [open] = await tx.execute(sql`select from order_lines where seller_id = ${id} and status = 'open' limit 1`)
  if (open) throw new AppError('open-orders', refusalText('own-open-lines'))
}

/** Replaces the freed address. It is random, so that it cannot be registered beforehand to block the closing. */
const placeholder = () => `${randomBytes(limits.account.tokenBytes).toString('hex')}@closed.invalid`

/** The condition is in the statement and admins are locked, so that the last two admins cannot both close. */
async function close(app: App, tx: Tx, actor: Actor): Promise<Closed> {
  const [closed] = await tx.execute<Closed>(sql`
    update users set status = 'closed', name = ${closedName}, email = ${placeholder()}, email_verified = false, image = null,
      pending_email = null, suspension_reason = null, shop_name = '', phone = '', address = '', about = '', extra = '[]', updated_at = now()
    from (select id, name, email, email_verified, pending_email, image from users where id = ${actor.id} for update) old
    where users.id = old.id and ${stillActive(actor)} and (users.role <> 'admin' or ${anotherAdmin})
    returning old.name, old.email_verified as "emailVerified", old.email, old.pending_email as "pendingEmail", old.image`)
  if (closed) return closed
  const [alone] = await tx.execute(sql`select 1 from users where id = ${actor.id} and role = 'admin' and not ${anotherAdmin}`)
  if (alone) throw new AppError('last-admin')
  return rejectInactive(app, actor)
}
