/** How often the clock is checked, in milliseconds. */
const tick = 5_000

/**
 * Calls `act` when this page may have slept: it becomes visible, or the wall clock jumped ahead. Timers stand still during a sleep, so code
 * that waits for one may wait too long.
 */
export function onWake(act: () => void, until: AbortSignal): void {
  let last = Date.now()
  const check = () => {
    const slept = Date.now() - last > 2 * tick
    last = Date.now()
    if (slept) act()
  }
  const timer = setInterval(check, tick)
  until.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && act(), { signal: until })
  addEventListener('pageshow', act, { signal: until })
}
