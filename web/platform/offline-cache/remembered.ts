import type { Me } from '#contract/users.ts'
import { rememberedHere } from '#web/platform/offline-cache/cache-database.ts'

/** What one build keeps another cannot read for sure; the start script is named after all that is in it. */
export const build = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

/** A page that stands in while the server cannot be reached (`scripts/build-worker.ts`). */
const standsIn = document.querySelector('meta[name="backstall-stands-in"]') !== null

/** How long a page that stands in waits for the server, in milliseconds; the worker has waited before. */
const patienceMs = 2_000

let isRemembered = false

/** Whose what was seen is: another role of the same person sees other things. */
export const personOf = ({ id, role }: Pick<Me, 'id' | 'role'>): string => `${id} ${role}`

/** True while who sits here is only remembered, and the server has not been asked. */
export const onlyRemembered = (): boolean => isRemembered

/** The server has said who sits here, by a sign-in. */
export function nowKnown(): void {
  isRemembered = false
}

/**
 * Asks the server who is here. Where no answer comes and nothing is known yet, it is who it was when the server could last be asked: he
 * sees what he saw (product §11). Whatever fails otherwise is thrown on.
 */
export async function orRemembered<Answer>(ask: () => Promise<Answer>, mayBe: (error: unknown) => boolean): Promise<Answer> {
  if (standsIn && !isRemembered) {
    const known = (await answerSoon(ask)) ?? (await remember<Answer>())
    if (known) return known
  }
  try {
    const answer = await ask()
    isRemembered = false
    return answer
  } catch (error) {
    const known = mayBe(error) ? await remember<Answer>() : null
    if (known) return known
    throw error
  }
}

/** The server may only have been slow, and the session be over: it is asked first, for a moment. */
async function answerSoon<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  if (!navigator.onLine) return null
  const tooLong = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))
  return await Promise.race([ask().catch(() => null), tooLong])
}

async function remember<Answer>(): Promise<Answer | null> {
  const last = await rememberedHere(build)
  isRemembered = last !== null
  return last as Answer | null
}
