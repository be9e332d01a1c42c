import { limits } from '#domain/limits.ts'

type About = {
  /** Asks the server. Rejects if it could not answer; a refusal is an answer. */
  ask: (hash: string) => Promise<unknown>
  /** The server could not answer, so the rest was not asked. */
  failed: (error: unknown) => void
  /** Nothing is unverified any more. */
  over: () => void
  signal: AbortSignal
}

/**
 * The unverified entries of this window, in memory. They are verified in order, at most a hundred at once and none twice (spec §9, product
 * §11). After a failure the rest stays, and the next `verify` continues with it.
 */
export function verifyEntries({ ask, failed, over, signal }: About) {
  const unverified = new Set<string>()
  let isUnderWay = false
  let isBroken = false

  /** Throws the first failure, once all that were asked have been answered. */
  async function askThese(hashes: Iterator<string>): Promise<void> {
    const failures: unknown[] = []
    const takeNext = async () => {
      while (failures.length === 0 && !signal.aborted) {
        const { value, done } = hashes.next()
        if (done) return
        await ask(value).then(
          () => unverified.delete(value),
          (error: unknown) => failures.push(error),
        )
      }
    }
    await Promise.all(Array.from({ length: limits.cache.verifiedAtOnce }, takeNext))
    if (failures.length > 0) throw failures[0]
  }
  /** The one that failed alone: if it always does, it does not hold up the others. */
  function putFirstLast(): void {
    const [first] = unverified
    if (first !== undefined && unverified.delete(first)) unverified.add(first)
  }
  return {
    add: (hashes: readonly string[]): void => {
      for (const hash of hashes) unverified.add(hash)
    },
    /** Another request has answered this one. */
    confirm: (hash: string): void => void unverified.delete(hash),
    /** Asks for all; if that is under way, it includes those added since. */
    verify: async (): Promise<void> => {
      if (isUnderWay || signal.aborted) return
      isUnderWay = true
      try {
        while (unverified.size > 0 && !signal.aborted) {
          // After a failure only one is tried: a server that is still away is not asked a hundred times.
          await askThese(isBroken ? [...unverified].slice(0, 1).values() : unverified.values())
          isBroken = false
        }
        isUnderWay = false
        if (!signal.aborted) over()
      } catch (error) {
        isUnderWay = false
        if (isBroken) putFirstLast()
        isBroken = true
        if (!signal.aborted) failed(error)
      }
    },
  }
}
