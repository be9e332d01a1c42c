import { setTimeout as pause } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor, SignIn } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { sessions } from '#server/platform/database/tables/sign-in.ts'
import { commit } from '#server/platform/events/commit.ts'
import { hint } from '#server/platform/events/record.ts'
import { networkAddress } from '#server/platform/http/client-address.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type Allowance, countAttempts, tooOften, uncountAttempt } from '#server/platform/rate-limits/attempts.ts'
import { knowsDevice } from '#server/sessions/device-cookie.ts'
import { noSessionCookies } from '#server/sessions/session-cookie.ts'
import { type Opened, openSession, type Visit } from '#server/sign-in/open-session.ts'

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
 * Counts the try before the password is checked, so that a hundred simultaneous ones count as a hundred. Unknown addresses count the same
 * way. The cap per account from anywhere refuses new devices only, and delays known ones: a stranger cannot lock the owner out.
 */
async function countFirst(app: App, { here, address, anywhere }: Allowances, known: boolean): Promise<void> {
  const [tries = [], crowd] = await countAttempts(app, [here, address, anywhere]).then((all) => [all.slice(0, 2), all[2]] as const)
  const [first, second] = tries
  if (first && first.count > here.max) throw tooOften(first.secondsLeft)
  if (second && second.count > address.max) throw tooOften(second.secondsLeft)
  if (!crowd || crowd.count <= anywhere.max) return
  if (!known) throw tooOften(crowd.secondsLeft)
  await pause(limits.signIn.slowMs)
}

/** Signs a person in, within the limits of product §10. The right password uncounts the try, even if the account is suspended. */
export async function signIn(app: App, input: SignIn, visit: Visit): Promise<Opened> {
  const allowances = allowancesOf(input.email, visit.address)
  await countFirst(app, allowances, knowsDevice(app.config, visit.cookie, input.email))
  const giveBack = () => uncountAttempt(app, Object.values(allowances))
  try {
    const opened = await openSession(app, input, visit)
    await giveBack()
    return opened
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'wrong-credentials') await giveBack()
    throw error
  }
}

/**
 * Ends the session on every node at once. Returns the Set-Cookie headers that clear it, and the id token of a session that began at the provider. A
 * visitor has no session to end.
 */
export async function signOut(app: App, actor: Actor | null): Promise<{ cookies: string[]; idToken: string | null }> {
  let idToken: string | null = null
  if (actor) {
    await commit(app, async (tx) => {
      const mine = and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.id))
      const [ended] = await tx.delete(sessions).where(mine).returning({ idToken: sessions.idToken })
      idToken = ended?.idToken ?? null
      await hint(tx, 'session.change', actor.sessionId, actor.id)
    })
  }
  return { cookies: noSessionCookies(app.config), idToken }
}
