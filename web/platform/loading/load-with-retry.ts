import { reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'

/**
 * Loads a background part of the app, and retries while the server is away: without it this window would never become live again. Returns
 * the function that cancels.
 */
export function loadWithRetry<Module>(load: () => Promise<Module>, use: (module: Module) => void): () => void {
  let isCancelled = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    load().then(
      (module) => isCancelled || use(module),
      () => {
        failures += 1
        if (!isCancelled) timer = setTimeout(ask, reconnectDelay(failures))
      },
    )
  }
  ask()
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}
