import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { Email, type Role, SignUp } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Oidc } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, record } from '#server/platform/events/record.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
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
 * one exception: a verified address that is SUPPORT_EMAIL connects the support admin, once, with the code of their second factor if they have one. A person without an account registers. The role claim
 * applies in the transaction of the session. Admins who need a second factor here give its code. Throws as `registerUser` does, and `email-reserved`,
 * `provider-email`, `account-suspended`, `account-closed`, `second-factor-needed`, `wrong-code`.
 */
export async function openProvenSession(app: App, provider: Provider, proven: Proven, { code, invite, visit }: With): Promise<Opened> {
  const claimed = roleIn(proven.claims, provider.oidc.roleClaim)
  const { person, gaveCode } = await accountOf(app, provider, proven, { claimed, code, invite, visit })
  const { userId, email } = person
  assertMaySignIn(app, person)
  const asks = !gaveCode && (person.role === 'admin' || claimed === 'admin') && (await isRequired(app.sql))
  const given = asks ? await countCode(app, userId, code, knowsDevice(app.config, visit.cookie, email)) : null
  const newRole = claimed !== person.role ? claimed : null
  const cookies = await commit(app, async (tx) => {
    if (newRole) await lockAdmins(tx)
    // An exclusive lock, as the role may change: two sign-ins that both had a shared one would wait for each other.
    const [fresh] = await tx.execute<Person>(sql`${people(app)} where ${belongsTo(provider, proven)} for no key update of u`)
    if (!fresh) throw new AppError('provider-expired')
    assertMaySignIn(app, fresh)
    if (given) await acceptCode(app, tx, given)
    // If the role changed meanwhile, the claim waits for the next sign-in: this one has not locked the admins for it.
    if (newRole && newRole !== fresh.role) await applyRoleClaim(app, tx, userId, newRole)
    return writeSession(app, tx, userId, visit, { ...proven, confirmed: gaveCode || given !== null })
  })
  if (given) await uncountAttempt(app, [given.allowance])
  return { userId, cookies: [...cookies, ...deviceCookies(app.config, visit.cookie, email)] }
}

const people = (app: App) => sql`select u.id as "userId", u.status, u.suspension_reason as reason, u.role, u.email,
  (select ${isSupport(app)} from users where users.id = u.id) as "isSupport"
  from users u join accounts a on a.user_id = u.id`
const belongsTo = ({ oidc }: Provider, { subject }: Proven) => sql`a.provider_id = ${oidc.id} and a.account_id = ${subject}`

type Registering = { claimed: Role | null; invite: string | undefined; visit: Visit }
type Known = { person: Person; gaveCode: boolean }

/** The account of a proven person; makes or connects it at their first sign-in. */
async function accountOf(app: App, provider: Provider, proven: Proven, about: Registering & With): Promise<Known> {
  const find = async () => (await app.db.execute<Person>(sql`${people(app)} where ${belongsTo(provider, proven)}`))[0]
  const email = emailIn(proven.claims)
  const isVerified = proven.claims.email_verified === true
  const known = await find()
  if (email === app.config.supportEmail && !(known ? known.isSupport : isVerified)) throw new AppError('email-reserved')
  if (known) return { person: known, gaveCode: false }
  if (email === null) throw new AppError('provider-email')
  const isSupportAddress = email === app.config.supportEmail
  const gaveCode = isSupportAddress && (await connectSupport(app, provider, proven, about))
  if (!isSupportAddress)
    await register(app, provider, { ...proven, email, isVerified }, about).catch(async (error: unknown) => {
      // Two first sign-ins of one person at once: the other one made the account.
      if (!(await find())) throw error
    })
  const made = await find()
  if (!made) throw new AppError('provider-expired')
  return { person: made, gaveCode }
}

/**
 * Connects the support admin with the provider for the first time: after that no other person there comes in by the address, even if the account was
 * disconnected. Returns whether a code of the second factor was given. Throws `email-reserved`, and as `countCode` and `acceptCode` do.
 */
async function connectSupport(app: App, { oidc }: Provider, { subject }: Proven, { code, visit }: With): Promise<boolean> {
  const unconnected = sql`select id, name, email from users where ${isSupport(app)} and status = 'active'
    and not exists (select from accounts where user_id = users.id and provider_id = ${oidc.id})
    and not exists (select from events e join event_details d on d.event_id = e.id
      where e.item_id = users.id and e.kind = 'user.provider' and d.after->>'provider' = ${oidc.name})`
  const [support] = await app.db.execute<{ id: string; email: string }>(unconnected)
  if (!support) throw new AppError('email-reserved')
  const given = await countCode(app, support.id, code, knowsDevice(app.config, visit.cookie, support.email))
  await app.db.transaction(async (tx) => {
    // First the lock: of two at once, the second sees the connection of the first.
    await tx.execute(sql`select from users where id = ${support.id} for update`)
    const [person] = await tx.execute<{ id: string; name: string; email: string }>(unconnected)
    if (!person) throw new AppError('email-reserved')
    if (given) await acceptCode(app, tx, given)
    const { id } = person
    await tx.execute(sql`insert into accounts (id, account_id, provider_id, user_id) values (${newId()}, ${subject}, ${oidc.id}, ${id})`)
    await noteConnected(tx, person, oidc)
  })
  if (given) await uncountAttempt(app, [given.allowance])
  return given !== null
}

/** Writes to the history and to the person that their account is connected to one at the provider. */
export async function noteConnected(
  tx: Tx,
  { id, name, email: to }: { id: string; name: string; email: string },
  { name: provider }: Oidc,
) {
  await record(tx, { kind: 'user.provider', ...byOwner(id, name), fields: ['provider'], after: { provider, connected: true } })
  await sendMail(tx, { to, template: 'providerConnected', values: { name, provider }, link: '/profile' })
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
    throw new AppError('email-taken', refusalText(app.config.passwordSignIn ? 'taken-connect' : 'taken-unconnected', { provider: at }))
  })
}
