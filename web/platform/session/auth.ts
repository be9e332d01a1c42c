import type { Me } from '#contract/users.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { forgetOnDevice, keepsOnDevice } from '#web/platform/drafts/device-memory.ts'
import { clearCache, isCacheEmpty, lockCache } from '#web/platform/offline-cache/cache-database.ts'
import { nowKnown } from '#web/platform/offline-cache/remembered.ts'
import { authenticatedAt, forgetOthers, meQuery, personNow, queries } from '#web/platform/queries/queries.ts'
import { dismissToasts } from '#web/ui/toasts.ts'

/** How long a sign-out waits for the storage of the browser, in milliseconds. */
const patienceMs = 3_000

/** A refusal of the sign-in routes, in the same shape as one of a typed call. */
class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly data: { field: string | undefined }

  constructor(status: number, { code, error, field }: { code?: ErrorCode; error?: string; field?: string | null }) {
    super(error ?? '')
    this.code = code ?? ''
    this.status = status
    this.data = { field: field ?? undefined }
  }
}

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
  })
  const content = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Refusal(answer.status, content)
  return content
}

/** Opens a session. Throws the refusal with code, field and sentence. */
export async function signIn(who: { email: string; password: string; code?: string | undefined }): Promise<Me> {
  return adopt(await post<{ user: Me }>('/api/auth/sign-in', who))
}

/** Makes an account and signs it in (spec §7). Throws the refusal with code, field and sentence. */
export async function signUp(who: { name: string; email: string; password: string; invite?: string }): Promise<Me> {
  return adopt(await post<{ user: Me }>('/api/auth/sign-up', who))
}

/** Asks for a mail with a link to choose a new password; the answer is the same whether the address is known or not. */
export const askForReset = (who: { email: string }) => post<object>('/api/auth/forgot-password', who)

/** Sets a new password by the token of a mailed link. Answers the address of the account. */
export const resetPassword = (by: { token: string; password: string }) => post<{ email: string }>('/api/auth/reset-password', by)

/** Confirms an address by the token of a mailed link, and answers it. */
export const verifyEmail = (token: string) => post<{ email: string }>('/api/auth/verify-email', { token })

/** Whom an invitation is for. Throws the refusal with its sentence. */
export const findInvited = (token: string) => post<{ email: string; role: Me['role'] }>('/api/auth/invitation', { token })

/** Ends the session, here and on the server. Answers false where the browser could not remove what was seen in it. */
export async function signOut(): Promise<boolean> {
  await post('/api/auth/sign-out', {})
  forgetPerson()
  return await forgetDevice()
}

/** Nothing of anybody is left on this device but theme and sidebar; a storage that does not answer holds nobody up. */
async function forgetDevice(): Promise<boolean> {
  forgetOnDevice(null)
  const tooLong = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false))
  return await Promise.race([clearCache(), tooLong])
}

/** What was said of a session that somebody ended; of one that ran out, what is unsent stays for the same person (product §11). */
const endedReasons: ReadonlySet<string> = new Set(['signed-out', 'suspended', 'account-suspended', 'account-closed'])

/** What became of the session that this browser has now. Of nobody where the server cannot be asked. */
async function sessionNow(): Promise<{ ended?: boolean; who?: string | null }> {
  const asked = { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) } as const
  const answer = await fetch('/api/auth/ended', asked).catch(() => null)
  return answer?.ok ? await answer.json().catch(() => ({})) : {}
}

/**
 * The session is over, and not by a sign-out here: answers true, and this person is forgotten. Where the reason does not tell how it ended,
 * `forgetIfEnded` asks. Answers false where it was a former session of his, whose end was told late: he has signed in again meanwhile.
 */
export async function forgetEndedPerson(reason: string): Promise<boolean> {
  const asked = Date.now()
  const { who } = await sessionNow()
  if (who && who === personNow()) return false
  forgetPerson()
  // Whoever has signed in here in another tab made this device his own.
  if (!who) void (endedReasons.has(reason) ? forgetDevice() : lockHere(asked))
  return true
}

/** Whoever has signed in meanwhile has opened it for himself. */
const lockHere = (asked: number) => lockCache(asked, () => personNow() === null)

/** Nobody is signed in: what is kept on this device goes too, unless its session only ran out. The session of somebody suspended stands, of no use to him. */
export async function forgetIfEnded(isSuspended = false): Promise<void> {
  await lockHere(authenticatedAt())
  if (isSuspended && personNow() === null) return void (await forgetDevice())
  if (!keepsOnDevice() && (await isCacheEmpty())) return
  const asked = Date.now()
  const { ended, who } = await sessionNow()
  if (ended && personNow() === null) await forgetDevice()
  // A window that has gone since may have been told that he is here after this one had asked. Where nobody can say, that counts for nothing:
  // whoever has signed in elsewhere before opens it again as soon as the server answers him.
  else if (!who) await lockHere(asked)
}

/** Nobody is signed in any more: what this person saw is forgotten, the settings of the marketplace stay known. */
export function forgetPerson(): void {
  knowPerson(null)
}

function adopt({ user }: { user: Me }): Me {
  // Whoever had this device before, if his session only ran out: what he left unsaved is not this person's.
  forgetOnDevice(user.id)
  nowKnown()
  knowPerson(user)
  return user
}

function knowPerson(user: Me | null): void {
  dismissToasts()
  forgetOthers()
  // An answer that is still on its way tells of the moment before: who signs in meanwhile would be nobody again, and lose where he was going.
  void queries.cancelQueries({ queryKey: meQuery.queryKey })
  queries.setQueryData(meQuery.queryKey, (known) => known && { ...known, user, suspension: undefined })
}
