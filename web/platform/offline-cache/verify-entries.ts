import { limits } from '#domain/limits.ts'
import type { CacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { inTurn } from '#web/platform/offline-cache/in-turn.ts'

type About = {
  store: Pick<CacheStore, 'doubted'>
  person: string
  /** Asks the server. Rejects where it could not say; what it refuses is an answer. */
  ask: (hash: string) => Promise<unknown>
  /** Writes down what it answered, so that it is in doubt no more. */
  writeDown: () => Promise<void>
  /** It could not say, so that the rest was not asked. */
  failed: (error: unknown) => void
  over: () => void
  signal: AbortSignal
}
/** How a round of questions ended, where nobody could say. */
type Broken = { error: unknown } | null

/**
 * Asks for what is kept and in doubt, in the order in which the lists had it, at most a hundred at once and nothing twice (spec §9, product §11):
 * one window at a time does it for all of this person's. What is in doubt stands in the store, so that after a break, or in another window, it
 * goes on with what was not answered. Returns how to begin; where it is under way, it takes along what is in doubt since.
 */
export function verifyEntries({ store, person, ask, writeDown, failed, over, signal }: About): () => void {
  let isUnderWay = false
  let isWantedAgain = false
  let broken: Broken = null

  async function askThese(hashes: readonly string[], atOnce: number): Promise<Broken> {
    let ended: Broken = null
    const askOne = async (hash: string) => {
      if (ended || signal.aborted) return
      await ask(hash).catch((error: unknown) => {
        ended ??= { error }
      })
    }
    await inTurn(hashes, askOne, atOnce)
    if (!signal.aborted) await writeDown()
    return ended
  }
  async function askAll(): Promise<Broken> {
    const asked = new Set<string>()
    for (;;) {
      const hashes = (await store.doubted(person)).filter((hash) => !asked.has(hash))
      // After a break one goes ahead: a server that is still away is not asked a hundred questions.
      const next = broken ? hashes.slice(0, 1) : hashes
      if (next.length === 0 || signal.aborted) return null
      for (const hash of next) asked.add(hash)
      broken = await askThese(next, limits.cache.verifiedAtOnce)
      if (broken) return broken
    }
  }
  async function begin(): Promise<void> {
    isWantedAgain = isUnderWay
    if (isUnderWay || signal.aborted) return
    isUnderWay = true
    const ended = await alone(`backstall-verifying:${person}`, askAll, signal)
    isUnderWay = false
    if (signal.aborted) return
    if (ended) return failed(ended.error)
    over()
    if (isWantedAgain) await begin()
  }
  return () => void begin()
}

/** Runs while no other window does. Without HTTPS there are no locks, and each window asks by itself. */
async function alone(name: string, work: () => Promise<Broken>, signal: AbortSignal): Promise<Broken> {
  if (!navigator.locks) return await work()
  return await navigator.locks.request(name, { signal }, work).catch(() => null)
}
