import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { Email, type Role, SignUp } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { record } from '#server/platform/events/record.ts'
import { said } from '#server/platform/problem-texts.ts'
import { uncountAttempt } from '#server/platform/rate-limits/attempts.ts'
import { acceptCode, countCode } from '#server/second-factor/pass-second-factor.ts'
import { deviceCookies, knowsDevice } from '#server/sessions/device-cookie.ts'
import { isRequired } from '#server/sessions/required.ts'
import { type Account, assertMaySignIn, type Opened, type Visit, writeSession } from '#server/sign-in/open-session.ts'
import type { Proven, Provider } from '#server/sign-in/provider.ts'
import { applyRoleClaim } from '#server/users/apply-role-claim.ts'
import { lockAdmins } from '#server/users/lock-admins.ts'
import { isSupport } from '#server/users/managed-user.ts'
import { registerUser } from '#server/users/register-user.ts'

type Person = Omit<Account, 'hash'> & { role: Role; email: string; isSupport: boolean }
type With = { code: string | undefined; invite: string | undefined; visit: Visit }

/** The address that the provider names, in lower case; null if it names none that is one. */
export const emailIn = ({ email }: Proven['claims']): string | null => Email.safeParse(email).data ?? null

/** The role that the provider gives a person: admin if the claim is or lists `admin`. Null if no claim is configured, so that it changes nothing. */
function roleIn(claims: Proven['claims'], claim: string | null): Role | null {
  if (claim === null) return null
  return [claims[claim]].flat().includes('admin') ? 'admin' : 'seller'
}

/**
 * Opens a session for a person whom the provider has proven (product §2, §10). An account belongs to them by issuer and subject, never by address, with
 * one exception: a verified address that is SUPPORT_EMAIL connects the support admin, once. A person without an account registers. The role claim
 * applies in the transaction of the session. Admins who need a second factor here give its code. Throws as `registerUser` does, and `email-reserved`,
 * `provider-email`, `account-suspended`, `account-closed`, `second-factor-needed`, `wrong-code`.
 */
export async function openProvenSession(app: App, provider: Provider, proven: Proven, { code, invite, visit }: With): Promise<Opened> {
  const claimed = roleIn(proven.claims, provider.oidc.roleClaim)
  const person = await accountOf(app, provider, proven, { claimed, invite, visit })
  const { userId, email } = person
  assertMaySignIn(app, person)
  const asks = (person.role === 'admin' || claimed === 'admin') && (await isRequired(app.sql))
  const given = asks ? await countCode(app, userId, code, knowsDevice(app.config, visit.cookie, email)) : null
  const cookies = await app.db.transaction(async (tx) => {
    if (claimed && claimed !== person.role) await lockAdmins(tx)
    // Not shared where the role may change: two who wait for each other's lock would meet in a deadlock.
    const [fresh] = await tx.execute<Person>(sql`${people(app)} where ${belongsTo(provider, proven)} for no key update of u`)
    if (!fresh) throw new AppError('provider-expired')
    assertMaySignIn(app, fresh)
    if (given) await acceptCode(app, tx, given)
    if (claimed && claimed !== fresh.role) await applyRoleClaim(app, tx, userId, claimed)
    return writeSession(app, tx, userId, visit, { ...proven, confirmed: given !== null })
  })
  app.feed.wake()
  if (given) await uncountAttempt(app, [given.allowance])
  return { userId, cookies: [...cookies, ...deviceCookies(app.config, visit.cookie, email)] }
}

const people = (app: App) => sql`select u.id as "userId", u.status, u.suspension_reason as reason, u.role, u.email,
  (select ${isSupport(app)} from users where users.id = u.id) as "isSupport"
  from users u join accounts a on a.user_id = u.id`
const belongsTo = ({ oidc }: Provider, { subject }: Proven) => sql`a.provider_id = ${oidc.id} and a.account_id = ${subject}`

type Registering = { claimed: Role | null; invite: string | undefined; visit: Visit }

/** The account of a proven person; makes or connects it at their first sign-in. */
async function accountOf(app: App, provider: Provider, proven: Proven, about: Registering): Promise<Person> {
  const find = async () => (await app.db.execute<Person>(sql`${people(app)} where ${belongsTo(provider, proven)}`))[0]
  const email = emailIn(proven.claims)
  const isVerified = proven.claims.email_verified === true
  const known = await find()
  if (email === app.config.supportEmail && !(known ? known.isSupport : isVerified)) throw new AppError('email-reserved')
  if (known) return known
  if (email === null) throw new AppError('provider-email')
  if (email === app.config.supportEmail) await connectSupport(app, provider, proven)
  else
    await register(app, provider, { ...proven, email, isVerified }, about).catch(async (error: unknown) => {
      // Two first sign-ins of one person at once: the other one made the account.
      if (!(await find())) throw error
    })
  const made = await find()
  if (!made) throw new AppError('provider-expired')
  return made
}

/** The support admin is connected once: after that no other person at the provider comes in by the address. Throws `email-reserved`. */
async function connectSupport(app: App, { oidc }: Provider, { subject }: Proven): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [made] = await tx.execute<{ id: string; name: string }>(sql`
      with person as (select id, name from users where ${isSupport(app)} and status = 'active'
        and not exists (select from accounts where user_id = users.id and provider_id = ${oidc.id}) for update)
      insert into accounts (id, account_id, provider_id, user_id) select ${newId()}, ${subject}, ${oidc.id}, id from person
      on conflict do nothing returning user_id as id, (select name from person)`)
    if (!made) throw new AppError('email-reserved')
    const about = { itemId: made.id, ownerId: made.id, actorId: made.id, title: made.name }
    await record(tx, { kind: 'user.provider', ...about, fields: ['provider'], after: { provider: oidc.name, connected: true } })
  })
}

/** Registers a person by the rules of every sign-up; their name is that of the provider, or the first part of the address. */
async function register(
  app: App,
  { oidc }: Provider,
  { subject, claims, email, isVerified }: Proven & { email: string; isVerified: boolean },
  { claimed, invite, visit }: Registering,
): Promise<void> {
  const names = [claims.name, claims.preferred_username, email.split('@')[0]]
  const name = names
    .map((one) => SignUp.shape.name.safeParse(typeof one === 'string' ? one.slice(0, limits.user.nameMax) : one).data)
    .find((one) => one !== undefined)
  const person = { name: name ?? email.slice(0, limits.user.nameMax), email, isVerified, identity: { issuer: oidc.id, subject } }
  await registerUser(app, { ...person, invite }, visit.address, claimed).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'email-taken') throw error
    const { name: at } = oidc
    throw new AppError('email-taken', said(app.config.passwordSignIn ? 'taken-connect' : 'taken-unconnected', { provider: at }))
  })
}
