import { limits } from '#domain/limits.ts'
import type { CacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { forEachLimited } from '#web/platform/offline-cache/for-each-limited.ts'

type About = {
  store: Pick<CacheStore, 'unverified'>
  person: string
  /** Asks the server. Rejects if it could not answer; a refusal is an answer. */
  ask: (hash: string) => Promise<unknown>
  /** Stores the answers, so that the entries are no longer unverified. */
  flush: () => Promise<void>
  /** The server could not answer, so the rest was not asked. */
  failed: (error: unknown) => void
  over: () => void
  signal: AbortSignal
}
/** The error that ended a round, null if the server answered everything. */
type Broken = { error: unknown } | null

/**
 * Verifies the unverified entries in order, at most a hundred at once and none twice (spec §9, product §11). One window at a time does it
 * for all windows of this person. The entries are marked in the store, so after a failure, or in another window, it continues with the
 * rest. Returns the function to start it; if it is running, it includes entries marked since.
 */
export function verifyEntries({ store, person, ask, flush, failed, over, signal }: About): () => void {
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
    await forEachLimited(hashes, askOne, atOnce)
    if (!signal.aborted) await flush()
    return ended
  }
  async function askAll(): Promise<Broken> {
    const asked = new Set<string>()
    for (;;) {
      const hashes = (await store.unverified(person)).filter((hash) => !asked.has(hash))
      // After a failure only one is tried: a server that is still away is not asked a hundred times.
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

/** Runs while no other window does. Without HTTPS there are no locks, and every window runs its own. */
async function alone(name: string, work: () => Promise<Broken>, signal: AbortSignal): Promise<Broken> {
  if (!navigator.locks) return await work()
  return await navigator.locks.request(name, { signal }, work).catch(() => null)
}
