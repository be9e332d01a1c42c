import { limits } from '#domain/limits.ts'

/** Lets others have the form. */
export type LetGo = () => void

/**
 * Takes a form for this tab until it is let go, which the browser does for a tab that is gone; null while another tab has it.
 * `wait`: it may be that of this very page before a reload, which is only just letting go of it.
 * Where the browser offers no locks (plain HTTP from afar) nobody knows of other tabs, and everybody may have it.
 */
export function holdForm(form: string, wait = false): Promise<LetGo | null> {
  if (!navigator.locks) return Promise.resolve(() => {})
  const options = wait ? { signal: AbortSignal.timeout(limits.unsaved.reloadMs) } : { ifAvailable: true }
  return new Promise((answer) => {
    const hold = (lock: Lock | null) => (lock ? new Promise<void>((letGo) => answer(letGo)) : answer(null))
    navigator.locks
      .request(`backstall-form:${form}`, options, hold)
      // Waited in vain; anything else is a browser that bars its locks.
      .catch(({ name }: DOMException) => answer(name === 'AbortError' || name === 'TimeoutError' ? null : () => {}))
  })
}
