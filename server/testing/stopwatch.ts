const everyMs = 10

/**
 * Starts to measure. The returned function gives the milliseconds that have passed, without those in which a busy machine did not schedule
 * this process. Time in which the process itself is busy counts in full.
 */
export function stopwatch(): () => number {
  const started = performance.now()
  const used = process.cpuUsage()
  let [last, late] = [started, 0]
  const sample = (now: number) => {
    late += Math.max(0, now - last - everyMs)
    last = now
  }
  const ticking = setInterval(() => sample(performance.now()), everyMs)
  return () => {
    clearInterval(ticking)
    const now = performance.now()
    sample(now)
    const { user, system } = process.cpuUsage(used)
    return now - started - Math.max(0, late - (user + system) / 1000)
  }
}
