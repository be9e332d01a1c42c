/** Under this, and the hash of its question, every window says what it shows. */
const prefix = 'backstall-on-screen:'

/**
 * Tells the other windows of this browser what is on screen here, so that they forget none of it to make room (product §11). By locks,
 * which go with their window however it goes. Returns how to say what is on screen now.
 */
export function publishOnScreen(): (shown: ReadonlySet<string>) => void {
  const told = new Map<string, () => void>()
  return (shown) => {
    for (const [hash, release] of told) {
      if (shown.has(hash)) continue
      release()
      told.delete(hash)
    }
    for (const hash of shown) if (!told.has(hash)) told.set(hash, hold(hash))
  }
}

function hold(hash: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // None without HTTPS or in some private windows: every window then minds its own screen.
  void navigator.locks?.request(prefix + hash, { mode: 'shared' }, () => held).catch(() => {})
  return release
}

/** The questions whose answers any window shows, this one among them. */
export async function onScreenAnywhere(): Promise<string[]> {
  const { held = [], pending = [] } = (await navigator.locks?.query().catch(() => null)) ?? {}
  const names = [...held, ...pending].map(({ name = '' }) => name)
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
}
