import { limits } from '#domain/limits.ts'
import { newKey } from '#web/platform/new-key.ts'

/** Lets others have the form. */
export type LetGo = () => void

/**
 * Takes a form for this tab until it is let go, which the browser does for a tab that is gone; null while another tab has it.
 * `wait`: it may be that of this very page before a reload, which is only just letting go of it.
 */
export function lockForm(form: string, wait = false): Promise<LetGo | null> {
  // Browsers offer locks with HTTPS and on localhost only.
  if (!navigator.locks) return holdByAsking(form)
  const options = wait ? { signal: AbortSignal.timeout(limits.unsaved.reloadMs) } : { ifAvailable: true }
  return new Promise((answer) => {
    const hold = (lock: Lock | null) => (lock ? new Promise<void>((letGo) => answer(letGo)) : answer(null))
    navigator.locks
      .request(`backstall-form:${form}`, options, hold)
      // Waited in vain; anything else is a browser that bars its locks.
      .catch(({ name }: DOMException) => answer(name === 'AbortError' || name === 'TimeoutError' ? null : () => {}))
  })
}

/** So long the other tabs have to say that the form is theirs, in milliseconds: one in the background may be slow. */
const answerMs = 500

/** A tab says which form it wants, and another one that the form is taken already. Of two that want it at once the one that asked first gets it. */
type Said = { form: string; key: string; isTaken: boolean }

/** Without locks: asks the other tabs, and takes the form where none has it. A tab that is gone does not answer. */
async function holdByAsking(form: string): Promise<LetGo | null> {
  const channel = openChannel()
  if (!channel) return null
  // All tabs have the same clock.
  const key = `${Date.now()} ${newKey()}`
  let isHeld = false
  const taken = new Promise<boolean>((answer) => {
    setTimeout(() => answer(false), answerMs)
    channel.onmessage = ({ data: said }: MessageEvent<Said>) => {
      if (said.form !== form) return
      if (said.isTaken && said.key === key) answer(true)
      if (said.isTaken) return
      if (isHeld || key < said.key) channel.postMessage({ ...said, isTaken: true })
      // That tab may not have heard of this one: it opened its channel later.
      else answer(true)
    }
  })
  channel.postMessage({ form, key, isTaken: false } satisfies Said)
  isHeld = !(await taken)
  const letGo = () => channel.close()
  if (isHeld) return letGo
  letGo()
  return null
}

/** Null where the browser bars this too: then nobody takes over what another tab may have. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('backstall-forms')
  } catch {
    return null
  }
}
