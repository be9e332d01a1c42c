import type { Me } from '#contract/users.ts'
import { cachedUser } from '#web/platform/offline-cache/cache-on-demand.ts'

/** Cached data is read by the build that wrote it only; the start script's name contains a hash of the build. */
export const build = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

/** True on the offline page that the service worker answers with (`scripts/build-worker.ts`). */
const isOfflinePage = document.querySelector('meta[name="backstall-stands-in"]') !== null

/** How long the offline page waits for the server, in milliseconds; the worker has waited before. */
const patienceMs = 2_000

let isRemembered = false

/** The cache owner of a person: the same person in another role sees other data. */
export const personOf = ({ id, role }: Pick<Me, 'id' | 'role'>): string => `${id} ${role}`

/** True while the signed-in person is known from the cache alone, and the server has not answered. */
export const isOnlyRemembered = (): boolean => isRemembered

/** A sign-in has confirmed the person. */
export function confirmUser(): void {
  isRemembered = false
}

/**
 * Asks the server who is signed in. If no answer comes and none is known yet, returns the cache's last answer, so that the person sees
 * their cached data (product §11). `mayBe` decides which errors allow that; all others are thrown.
 */
export async function orRememberedUser<Answer>(ask: () => Promise<Answer>, mayBe: (error: unknown) => boolean): Promise<Answer> {
  if (isOfflinePage && !isRemembered) {
    const answer = (await answerInTime(ask)) ?? (await remember<Answer>())
    if (answer) return answer
  }
  try {
    const answer = await ask()
    isRemembered = false
    return answer
  } catch (error) {
    const remembered = mayBe(error) ? await remember<Answer>() : null
    if (remembered) return remembered
    throw error
  }
}

/** The server may have been slow, and the session may have ended: it is asked again, for a moment. */
async function answerInTime<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  if (!navigator.onLine) return null
  const tooLong = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))
  return await Promise.race([ask().catch(() => null), tooLong])
}

async function remember<Answer>(): Promise<Answer | null> {
  const last = await cachedUser(build)
  isRemembered = last !== null
  return last as Answer | null
}
