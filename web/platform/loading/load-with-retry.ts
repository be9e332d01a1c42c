import { reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'

/**
 * Loads a background part of the app, and retries while the server is away: without it this window would never become live again. Returns
 * the function that cancels.
 */
export function loadWithRetry<Part>(load: () => Promise<Part>, use: (part: Part) => void): () => void {
  let isGivenUp = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    load().then(
      (part) => isGivenUp || use(part),
      () => {
        failures += 1
        if (!isGivenUp) timer = setTimeout(ask, reconnectDelay(failures, Math.random()))
      },
    )
  }
  ask()
  return () => {
    isGivenUp = true
    clearTimeout(timer)
  }
}
