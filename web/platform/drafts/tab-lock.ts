import { limits } from '#domain/limits.ts'
import { newKey } from '#web/platform/new-key.ts'

/** Releases the tab. */
type Release = () => void

/**
 * Locks the id of a tab, which shows that it is open; the browser releases it when the tab closes. Resolves to the release function, or to
 * null while another page has the lock. `waits`: it may be a page that was just closed or reloaded, which releases it in a moment.
 */
export function lockTab(tab: string, waits = false): Promise<Release | null> {
  // Browsers offer locks with HTTPS and on localhost only.
  if (!navigator.locks) return lockByAsking(tab)
  const options = waits ? { signal: AbortSignal.timeout(limits.unsaved.reloadMs) } : { ifAvailable: true }
  return new Promise((answer) => {
    // The name of the lock, and of the channel below, is that of former versions, whose pages may still be open.
    const grant = (lock: Lock | null) => (lock ? new Promise<void>((release) => answer(release)) : answer(null))
    navigator.locks
      .request(`backstall-form:${tab}`, options, grant)
      // Null after a wait in vain; any other error means that the browser blocks locks.
      .catch(({ name }: DOMException) => answer(name === 'AbortError' || name === 'TimeoutError' ? null : () => {}))
  })
}

/** How long another page has to answer that it has the lock, in milliseconds: one in the background may be slow. */
const answerMs = 500

/**
 * A page asks for the lock of a tab, and the page that has it answers `isTaken`. Of two that ask at once the first gets it. The id of the tab is
 * called `form` as in former versions, whose pages may still be open.
 */
type Claim = { form: string; key: string; isTaken: boolean }

/** Without locks: asks the other pages, and takes the lock if none has it. A closed page does not answer. */
async function lockByAsking(tab: string): Promise<Release | null> {
  const channel = openChannel()
  if (!channel) return null
  // All tabs have the same clock.
  const key = `${Date.now()} ${newKey()}`
  let isLocked = false
  const taken = new Promise<boolean>((answer) => {
    setTimeout(() => answer(false), answerMs)
    channel.onmessage = ({ data: claim }: MessageEvent<Claim>) => {
      if (claim.form !== tab) return
      if (claim.isTaken && claim.key === key) answer(true)
      if (claim.isTaken) return
      if (isLocked || key < claim.key) channel.postMessage({ ...claim, isTaken: true })
      // The other tab may not have received this one's question: it opened its channel later.
      else answer(true)
    }
  })
  channel.postMessage({ form: tab, key, isTaken: false } satisfies Claim)
  isLocked = !(await taken)
  const release = () => channel.close()
  if (isLocked) return release
  release()
  return null
}

/** Null where the browser blocks this too: then no tab takes over a draft of another. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('backstall-forms')
  } catch {
    return null
  }
}
