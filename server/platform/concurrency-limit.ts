/** Runs at most `atOnce` pieces of work at a time; the others wait in a queue. */
export function limitConcurrency(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = (): Promise<void> | void => {
    if (running < atOnce) running++
    else return new Promise((begin) => waiting.push(begin))
  }
  // Passes the slot on directly, so that new work cannot overtake the queue.
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return async (work) => {
    await enter()
    return work().finally(leave)
  }
}
