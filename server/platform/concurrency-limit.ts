/** Lets so many pieces of work run at a time; the others wait their turn. */
export function limitConcurrency(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = (): Promise<void> | void => {
    if (running < atOnce) running++
    else return new Promise((begin) => waiting.push(begin))
  }
  // Whoever leaves hands his place on, so that nobody new slips in between.
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
