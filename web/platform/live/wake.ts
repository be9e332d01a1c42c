/** How often the clock is looked at, in milliseconds. */
const tick = 5_000

/**
 * Tells when this page may have slept: it comes back into sight, or the clock on the wall has gone on without it. Timers stand still
 * meanwhile, so whoever waits for one may wait for nothing.
 */
export function onWake(act: () => void, until: AbortSignal): void {
  let last = Date.now()
  const look = () => {
    const slept = Date.now() - last > 2 * tick
    last = Date.now()
    if (slept) act()
  }
  const timer = setInterval(look, tick)
  until.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && act(), { signal: until })
  addEventListener('pageshow', act, { signal: until })
}
