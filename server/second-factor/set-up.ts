import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { assertWithinLimit, uncountAttempt } from '#server/platform/rate-limits/attempts.ts'
import { seal } from '#server/platform/sealed.ts'
import { checkOwnPassword } from '#server/second-factor/check-own-password.ts'
import { passSecondFactor, takeCode } from '#server/second-factor/pass-second-factor.ts'
import { hashOfRecovery, newRecovery } from '#server/second-factor/recovery-codes.ts'
import { inBase32, newSecret, uriOf } from '#server/second-factor/totp.ts'
import { isRequired } from '#server/sessions/required.ts'
import { assertActive, rejectInactive, stillActive } from '#server/sessions/still-active.ts'

const { wrongMax: max, wrongWindowMs: windowMs } = limits.account

/**
 * Creates the secret for an authenticator app; sign-in requires codes only after a first one was confirmed. Requires a confirmed address, as the
 * owner of the address could be locked out otherwise. Throws `wrong-password`, `email-unconfirmed`, `second-factor-on`.
 */
export async function startSecondFactor(app: App, actor: Actor, password: string | undefined): Promise<{ secret: string; uri: string }> {
  await checkOwnPassword(app, actor, password, 'password')
  const secret = newSecret()
  const rows = await app.db.execute(sql`
    insert into second_factors (user_id, secret) select id, ${seal(secret, app.config.sessionSecret)} from users
    where id = ${actor.id} and email_verified and ${stillActive(actor)}
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where second_factors.confirmed_at is null returning user_id`)
  if (rows.length === 0) {
    await assertActive(app, actor)
    const [confirmed] = await app.sql`select 1 from users where id = ${actor.id} and email_verified`
    throw new AppError(confirmed ? 'second-factor-on' : 'email-unconfirmed')
  }
  return { secret: inBase32(secret), uri: uriOf(secret, app.settings.current().marketplaceName, actor.email) }
}

async function rejectConfirm(app: App, actor: Actor): Promise<never> {
  await assertActive(app, actor)
  const [on] = await app.sql`select 1 from second_factors where user_id = ${actor.id} and confirmed_at is not null`
  throw new AppError(on ? 'second-factor-on' : 'wrong-status')
}

/**
 * Switches the second factor on with a first code of the app and returns the recovery codes, only this once. Throws `wrong-code`,
 * `second-factor-on`, `wrong-status` if no set-up was started.
 */
export async function confirmSecondFactor(app: App, actor: Actor, code: string): Promise<{ codes: string[] }> {
  const allowance = { of: ['second factor', actor.id], max, windowMs }
  await assertWithinLimit(app, [allowance])
  const [begun] = await app.sql<{ secret: string }[]>`
    select secret from second_factors where user_id = ${actor.id} and confirmed_at is null`
  if (!begun) return rejectConfirm(app, actor)
  if (!(await takeCode(app, actor.id, begun.secret, code))) throw new AppError('wrong-code', { field: 'code' })
  await uncountAttempt(app, [allowance])
  const codes = newRecovery()
  await change(
    app,
    actor,
    'on',
    sql`
    update second_factors set confirmed_at = now(), recovery = ${hashesOf(codes)}
    where user_id = ${actor.id} and secret = ${begun.secret} and confirmed_at is null and ${stillActive(actor)} returning user_id`,
  )
  return { codes }
}

/** Replaces all recovery codes. Throws `wrong-password`, `wrong-code`, `wrong-status` if no second factor is on. */
export async function newRecoveryCodes(app: App, actor: Actor, { password, code }: Proof): Promise<{ codes: string[] }> {
  await prove(app, actor, { password, code })
  const codes = newRecovery()
  await change(
    app,
    actor,
    'codes',
    sql`
    update second_factors set recovery = ${hashesOf(codes)}
    where user_id = ${actor.id} and confirmed_at is not null and ${stillActive(actor)} returning user_id`,
  )
  return { codes }
}

/** Switches the second factor off. Throws `wrong-password`, `wrong-code`, `second-factor-required` if admins need one, `wrong-status` if it is off. */
export async function endSecondFactor(app: App, actor: Actor, proof: Proof): Promise<void> {
  if (actor.role === 'admin' && (await isRequired(app.sql))) throw new AppError('second-factor-required')
  await prove(app, actor, proof)
  await change(
    app,
    actor,
    'off',
    sql`
    delete from second_factors where user_id = ${actor.id} and confirmed_at is not null and ${stillActive(actor)} returning user_id`,
  )
}

type Proof = { password?: string | undefined; code: string }

async function prove(app: App, actor: Actor, { password, code }: Proof): Promise<void> {
  await checkOwnPassword(app, actor, password, 'password')
  await passSecondFactor(app, actor.id, code)
}

const hashesOf = (codes: string[]) => sql`array(select json_array_elements_text(${JSON.stringify(codes.map(hashOfRecovery))}::json))`

const templates = { on: 'secondFactorOn', off: 'secondFactorOff', codes: 'recoveryRenewed' } as const

/** Makes the change, records it and notifies the person by mail. */
async function change(app: App, actor: Actor, what: keyof typeof templates, statement: ReturnType<typeof sql>): Promise<void> {
  await commit(app, async (tx) => {
    const changed = await tx.execute(statement)
    // Another window has switched the second factor on or off meanwhile, or it was never on.
    if (changed.length === 0) return what === 'on' ? rejectConfirm(app, actor) : rejectInactive(app, actor, 'wrong-status')
    await recordAndNotify(tx, actor, what)
  })
}

async function recordAndNotify(tx: Tx, { id }: Actor, what: keyof typeof templates): Promise<void> {
  const [person] = await tx.execute<{ name: string; email: string }>(sql`select name, email from users where id = ${id}`)
  if (!person) return
  const fields = [what === 'codes' ? 'recoveryCodes' : 'secondFactor']
  await record(tx, { kind: 'user.secondFactor', ...byOwner(id, person.name), fields, after: { secondFactor: what } })
  await sendMail(tx, { to: person.email, template: templates[what], values: { name: person.name }, link: '/profile' })
}
