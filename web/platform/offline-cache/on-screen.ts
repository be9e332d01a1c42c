/** Lock names are this prefix and the hash of a query on screen. */
const prefix = 'backstall-on-screen:'

/**
 * Publishes what is on screen here to the other windows of this browser, so that they do not delete it to make room (product §11). It uses
 * locks, which end with their window, even after a crash. Returns the function to publish the current set.
 */
export function publishOnScreen(): (shown: ReadonlySet<string>) => void {
  const published = new Map<string, () => void>()
  return (shown) => {
    for (const [hash, release] of published) {
      if (shown.has(hash)) continue
      release()
      published.delete(hash)
    }
    for (const hash of shown) if (!published.has(hash)) published.set(hash, requestLock(hash))
  }
}

function requestLock(hash: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // There are no locks without HTTPS or in some private windows: each window then protects only its own screen.
  void navigator.locks?.request(prefix + hash, { mode: 'shared' }, () => released).catch(() => {})
  return release
}

/** The hashes of all queries on screen in any window, this one included. */
export async function onScreenAnywhere(): Promise<string[]> {
  const { held = [], pending = [] } = (await navigator.locks?.query().catch(() => null)) ?? {}
  const names = [...held, ...pending].map(({ name = '' }) => name)
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
}
