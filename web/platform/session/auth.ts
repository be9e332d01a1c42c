import type { Me } from '#contract/users.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { homeOf } from '#domain/routes.ts'
import { clearDevice, hasDeviceData } from '#web/platform/drafts/clear-device.ts'
import { clearCache, isCacheEmpty, lockCache } from '#web/platform/offline-cache/cache-on-demand.ts'
import { confirmUser } from '#web/platform/offline-cache/remembered-user.ts'
import { authenticatedAt, currentUserId, meQuery, queries, removePersonalQueries } from '#web/platform/queries/queries.ts'
import { dismissToasts } from '#web/ui/toasts.ts'

/** How long a sign-out waits for the browser's storage, in milliseconds. */
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

/** Calls a sign-in route. Throws the refusal with code, field and sentence. */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
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

/**
 * Waits for the tab of this browser that opens a session. The former session ends at once, but the browser has the new cookie only with the answer:
 * a tab that asked in between would find no one signed in.
 */
function afterOtherTabs<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request('backstall-session', work) : work()
}

/** Opens a session by this call, which answers who is signed in. */
const openSession = <Answer>(path: string, body: unknown) => afterOtherTabs(() => post<Answer>(path, body))

/** Opens a session. Throws the refusal with code, field and sentence. */
export async function signIn(who: { email: string; password: string; code?: string | undefined }): Promise<Me> {
  return adopt(await openSession<{ user: Me }>('/api/auth/sign-in', who))
}

/** Makes an account and signs it in (spec §7). Throws the refusal with code, field and sentence. */
export async function signUp(who: { name: string; email: string; password: string; invite?: string }): Promise<Me> {
  return adopt(await openSession<{ user: Me }>('/api/auth/sign-up', who))
}

export type AtProvider = {
  purpose: 'sign-in' | 'connect' | 'confirm'
  /** Where to go afterwards. */
  return?: string | undefined
  invite?: string | undefined
  password?: string | undefined
}

/** Leaves for the sign-in provider, which sends people back to `/login/callback`. Throws the refusal with code, field and sentence. */
export async function goToProvider(asked: AtProvider): Promise<void> {
  const { url } = await post<{ url: string }>('/api/auth/provider', asked)
  location.assign(url)
}

/** Hands over the answer of the provider, the query of the address it sent people back to. Returns where to go on. */
export async function returnFromProvider(answer: { search: string; code?: string | undefined }): Promise<string> {
  const { purpose, to, user } = await openSession<{ purpose: AtProvider['purpose']; to: string | null; user: Me }>(
    '/api/auth/provider/return',
    answer,
  )
  if (purpose === 'sign-in') adopt({ user })
  return to ?? homeOf[user.role]
}

/**
 * Ends the session, here and on the server. `isRemoved` is false if the browser could not delete the offline cache; `url` is where the sign-out goes
 * on at the provider.
 */
export async function signOut(): Promise<{ isRemoved: boolean; url?: string | undefined }> {
  const { url } = await post<{ url?: string }>('/api/auth/sign-out', {})
  forgetPerson()
  return { isRemoved: await forgetDevice(), url }
}

/**
 * Deletes all personal data on this device; theme and sidebar stay. A storage that does not answer delays nothing for longer than
 * `patienceMs`.
 */
async function forgetDevice(): Promise<boolean> {
  clearDevice(null)
  const tooLong = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false))
  return await Promise.race([clearCache(), tooLong])
}

/** Deletes what this window stores: where the person had scrolled to on each page. */
function clearWindow(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Storage may be blocked; then nothing is stored.
  }
}

/** The router still has it in memory, and stores it when the page is left: it is deleted again then. */
function forgetWindow(): void {
  clearWindow()
  addEventListener('pagehide', clearWindow)
}

/** Reasons of a session that a person ended; after one that expired, unsent data stays for the same person (product §11). */
const endedReasons: ReadonlySet<string> = new Set(['signed-out', 'suspended', 'account-suspended', 'account-closed'])

/** What happens to unsent data at the end of a session. */
export type Unsent = 'kept' | 'deleted'

/** The state of this browser's session now; empty if the server cannot be asked. */
async function sessionNow(): Promise<{ ended?: boolean; who?: string | null }> {
  const asked = { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) } as const
  const answer = await fetch('/api/auth/ended', asked).catch(() => null)
  return answer?.ok ? await answer.json().catch(() => ({})) : {}
}

/**
 * Handles the end of a session other than by a sign-out here: removes this person's data, and returns what happens to unsent data on this
 * device. If the reason does not show how it ended, `forgetIfEnded` asks later, and deletes. Returns false if a former session ended and the
 * person has signed in again.
 */
export async function forgetEndedPerson(reason: string): Promise<Unsent | false> {
  const asked = Date.now()
  const { who, ended } = await afterOtherTabs(sessionNow)
  if (who && who === currentUserId()) return false
  forgetPerson()
  // If another person has signed in here in another tab, the device is theirs.
  if (!who) void (endedReasons.has(reason) ? forgetDevice() : lockHere(asked))
  return who || ended || endedReasons.has(reason) ? 'deleted' : 'kept'
}

/**
 * Removes the data of the person who has just closed their account in this window. The server is not asked: it may take the session for a live
 * one until the hint has reached it.
 */
export function forgetClosedPerson(): void {
  forgetPerson()
  void forgetDevice()
}

/** Skipped if a person has signed in meanwhile: the cache is open for them. */
const lockHere = (asked: number) => lockCache(asked, () => currentUserId() === null)

/**
 * No one is signed in: deletes the data on this device too, unless the session only expired. A suspended person's session is still valid,
 * but of no use to them.
 */
export async function forgetIfEnded(isSuspended = false): Promise<void> {
  forgetWindow()
  await lockHere(authenticatedAt())
  if (isSuspended && currentUserId() === null) return void (await forgetDevice())
  if (!hasDeviceData() && (await isCacheEmpty())) return
  const asked = Date.now()
  const { ended, who } = await sessionNow()
  if (ended && currentUserId() === null) await forgetDevice()
  // A window that is closed now may have found this person signed in after this one had asked. If the server cannot be asked either, the
  // cache is locked anyway: a person who signed in elsewhere before opens it again as soon as the server answers them.
  else if (!who) await lockHere(asked)
}

/** No one is signed in now: removes this person's query data and what this window stores; the settings of the marketplace stay. */
export function forgetPerson(): void {
  knowPerson(null)
  forgetWindow()
}

function adopt({ user }: { user: Me }): Me {
  // The session of another person may only have expired: their unsaved data must not reach this person.
  clearDevice(user.id)
  removeEventListener('pagehide', clearWindow)
  confirmUser()
  knowPerson(user)
  return user
}

function knowPerson(user: Me | null): void {
  dismissToasts()
  removePersonalQueries()
  // An answer still on its way describes the moment before: it would sign the new person out again and lose where they were going.
  void queries.cancelQueries({ queryKey: meQuery.queryKey })
  queries.setQueryData(meQuery.queryKey, (cached) => cached && { ...cached, user, suspension: undefined })
}
