import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import type { SignIn } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { networkAddress } from '#server/http/client-address.ts'
import { type Allowance, countTries, forgetTry, tooOften } from '#server/limits/attempts.ts'
import { addressHeader, codeHeader, knownHeader } from '#server/sessions/address-header.ts'
import type { Auth } from '#server/sessions/auth.ts'
import { deviceCookie, knowsDevice } from '#server/sessions/device-cookie.ts'
import { cookieNameOf, cookieValues, tokenIn } from '#server/sessions/session-cookie.ts'

/** From where somebody comes to sign in, register or sign out. */
export type Visit = { address: string; userAgent: string; cookie: string | undefined }

/** A session that was opened: whose it is, and the Set-Cookie headers that carry it. */
export type Opened = { userId: string; cookies: string[] }

function allowancesOf(email: string, address: string): Record<'here' | 'address' | 'anywhere', Allowance> {
  const { wrongPerAccount, wrongPerAddress, wrongPerAccountAnywhere, windowMs } = limits.signIn
  const network = networkAddress(address)
  return {
    here: { of: ['sign-in', email, network], max: wrongPerAccount, windowMs },
    address: { of: ['sign-in', network], max: wrongPerAddress, windowMs },
    anywhere: { of: ['sign-in anywhere', email], max: wrongPerAccountAnywhere, windowMs },
  }
}

type Allowances = ReturnType<typeof allowancesOf>

/**
 * Counts the try before the password is looked at, so that a hundred sent at once are a hundred. Unknown mails count alike.
 * The cap per account from anywhere refuses new devices only: whoever signed in here before just waits, so nobody can lock him out.
 */
async function countFirst(app: App, { here, address, anywhere }: Allowances, known: boolean): Promise<void> {
  const [tries = [], crowd] = await countTries(app, [here, address, anywhere]).then((all) => [all.slice(0, 2), all[2]] as const)
  const [first, second] = tries
  if (first && first.count > here.max) throw tooOften(first.secondsLeft)
  if (second && second.count > address.max) throw tooOften(second.secondsLeft)
  if (!crowd || crowd.count <= anywhere.max) return
  if (!known) throw tooOften(crowd.secondsLeft)
  await pause(limits.signIn.slowMs)
}

/** Opens a session after the right password, by better-auth. Throws `wrong-credentials`, `account-suspended`, `account-closed`, `second-factor-needed`, `wrong-code`. */
export async function openSession(app: App, auth: Auth, { email, password, code }: SignIn, visit: Visit): Promise<Opened> {
  const headers = new Headers({
    [addressHeader]: visit.address,
    'user-agent': visit.userAgent.slice(0, limits.session.userAgentMax),
    ...(knowsDevice(app.config, visit.cookie, email) && { [knownHeader]: 'yes' }),
    ...(code && { [codeHeader]: encodeURIComponent(code) }),
  })
  const hash = await hashAt(app, email)
  const { response, headers: answered } = await auth.api
    .signInEmail({ body: { email, password }, headers, returnHeaders: true })
    .catch((error: unknown) => {
      throw isUnauthorized(error) ? new AppError('wrong-credentials') : error
    })
  await refuseFormerPassword(app, response, hash)
  await endFormerSession(app, visit.cookie)
  return { userId: response.user.id, cookies: [...answered.getSetCookie(), deviceCookie(app.config, visit.cookie, email)] }
}

async function hashAt({ sql }: App, email: string): Promise<string | null> {
  const [account] = await sql<{ hash: string | null }[]>`
    select a.password as hash from accounts a join users u on u.id = a.user_id
    where lower(u.email) = lower(${email}) and a.provider_id = 'credential'`
  return account?.hash ?? null
}

/**
 * Ends the session that was just opened if the password is another one by now: a reset while this sign-in was under way could not see it to
 * end it. `for share` waits for a change that is not committed yet. Throws `wrong-credentials`.
 */
async function refuseFormerPassword({ sql }: App, { user, token }: { user: { id: string }; token: string }, hash: string | null) {
  const [now] = await sql<{ hash: string | null }[]>`
    select password as hash from accounts where user_id = ${user.id} and provider_id = 'credential' for share`
  if (now && now.hash === hash) return
  await sql`delete from sessions where token = ${token}`
  throw new AppError('wrong-credentials')
}

const isUnauthorized = (error: unknown) => error instanceof Error && 'statusCode' in error && error.statusCode === 401

/** Whoever signs in anew leaves the session his browser had; a token planted there before is worth nothing afterwards. */
async function endFormerSession({ config, sql }: App, cookie: string | undefined): Promise<void> {
  const tokens = cookieValues(cookie, cookieNameOf(config, 'session_token')).flatMap((value) => tokenIn(value, config.sessionSecret) ?? [])
  if (tokens.length > 0) await sql`delete from sessions where token in ${sql(tokens)}`
}

/** Signs somebody in, within the limits of product §10. The right password gives the try back, also where the account is suspended. */
export async function signIn(app: App, auth: Auth, input: SignIn, visit: Visit): Promise<Opened> {
  const allowances = allowancesOf(input.email, visit.address)
  await countFirst(app, allowances, knowsDevice(app.config, visit.cookie, input.email))
  const giveBack = () => forgetTry(app, Object.values(allowances))
  try {
    const opened = await openSession(app, auth, input, visit)
    await giveBack()
    return opened
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'wrong-credentials') await giveBack()
    throw error
  }
}
