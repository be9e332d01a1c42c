import { vi } from 'vitest'

type Asked = { ifAvailable?: boolean; signal?: AbortSignal }

const releases = new Map<string, () => void>()

/** Releases a lock, as when the page that has it is closed. */
export const releaseLock = (name: string): void => releases.get(name)?.()

/** A fake of `navigator.locks`, as far as it is used here: jsdom has none. */
export function fakeLocks(): void {
  const held = new Map<string, Promise<void>>()
  const refusedBy = (signal?: AbortSignal) =>
    new Promise<never>((_, refuse) => {
      if (signal?.aborted) refuse(signal.reason)
      signal?.addEventListener('abort', () => refuse(signal.reason), { once: true })
    })
  async function request(name: string, { ifAvailable, signal }: Asked, act: (lock: { name: string } | null) => unknown) {
    if (held.has(name) && ifAvailable) return act(null)
    while (held.has(name)) await Promise.race([held.get(name), refusedBy(signal)])
    const done = Promise.race([act({ name }), new Promise<void>((release) => releases.set(name, release))])
    held.set(
      name,
      done.then(() => void held.delete(name)),
    )
    return done
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
}
