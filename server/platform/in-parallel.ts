const atOnce = 8

/** Works on some items at once and returns the results in their order. After a failure no other item is begun; it is thrown when all have ended. */
export async function inParallel<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  let hasFailed = false
  const worker = async () => {
    for (const [at, item] of waiting) {
      if (hasFailed) return
      results[at] = await work(item).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return results
}
