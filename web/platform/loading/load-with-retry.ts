import { reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'

/**
 * Loads a part of the app that works behind the screens, and goes on asking while the server is not there: without it nothing would
 * ever be live in this window again. Returns how to give it up.
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
