import { limits } from '#domain/limits.ts'
import { newKey } from '#web/platform/new-key.ts'

/** Releases the form. */
export type Release = () => void

/**
 * Locks a form for this tab; the browser releases it when the tab closes. Resolves to the release function, or to null while another tab
 * has the form. `wait`: the lock may belong to this very page before a reload, and be released in a moment.
 */
export function lockForm(form: string, wait = false): Promise<Release | null> {
  // Browsers offer locks with HTTPS and on localhost only.
  if (!navigator.locks) return lockByAsking(form)
  const options = wait ? { signal: AbortSignal.timeout(limits.unsaved.reloadMs) } : { ifAvailable: true }
  return new Promise((answer) => {
    const grant = (lock: Lock | null) => (lock ? new Promise<void>((release) => answer(release)) : answer(null))
    navigator.locks
      .request(`backstall-form:${form}`, options, grant)
      // Null after a wait in vain; any other error means that the browser blocks locks.
      .catch(({ name }: DOMException) => answer(name === 'AbortError' || name === 'TimeoutError' ? null : () => {}))
  })
}

/** How long other tabs have to answer that the form is theirs, in milliseconds: one in the background may be slow. */
const answerMs = 500

/** A tab asks for a form, and the tab that has it answers `isTaken`. Of two that ask at once the one that asked first gets it. */
type Claim = { form: string; key: string; isTaken: boolean }

/** Without locks: asks the other tabs, and takes the form if none has it. A closed tab does not answer. */
async function lockByAsking(form: string): Promise<Release | null> {
  const channel = openChannel()
  if (!channel) return null
  // All tabs have the same clock.
  const key = `${Date.now()} ${newKey()}`
  let isLocked = false
  const taken = new Promise<boolean>((answer) => {
    setTimeout(() => answer(false), answerMs)
    channel.onmessage = ({ data: claim }: MessageEvent<Claim>) => {
      if (claim.form !== form) return
      if (claim.isTaken && claim.key === key) answer(true)
      if (claim.isTaken) return
      if (isLocked || key < claim.key) channel.postMessage({ ...claim, isTaken: true })
      // The other tab may not have received this one's question: it opened its channel later.
      else answer(true)
    }
  })
  channel.postMessage({ form, key, isTaken: false } satisfies Claim)
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
