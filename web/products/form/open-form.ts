import { lockForm } from '#web/platform/drafts/form-lock.ts'
import { type Place, readInput, type StoredInput, storedInputs, storeInput } from '#web/products/form/stored-inputs.ts'

type Opening<Offer> = {
  place: Place
  /** The entry of the tab's history that shows the form. */
  entry: string | undefined
  /** Makes the offer; null where the input would no longer change anything. */
  offerOf: (stored: StoredInput) => Offer | null
  /** Aborted when the form is closed, which releases its lock. */
  closed: AbortSignal
}

/**
 * Opens a form in this tab under its name, and takes over unsaved input for the same product: the first that no other tab has open.
 * Returns the offer of that input, and locks it until the form is closed; null if there is none.
 */
export async function openForm<Offer>(form: string, opening: Opening<Offer>): Promise<{ form: string; offer: Offer } | null> {
  // If the form mounts twice at once, as in development, only the second mount opens it.
  await Promise.resolve()
  if (opening.closed.aborted || !(await lockUntilClosed(form, opening.closed))) return null
  for (const { form: left, entry } of storedInputs(opening.place, opening.entry)) {
    const offer = await takeOver(left, entry !== undefined && entry === opening.entry, opening)
    if (offer) return { form: left, offer }
  }
  return null
}

/** Locks a form until this one is closed. Returns its release, or null. */
async function lockUntilClosed(form: string, closed: AbortSignal, wait = false): Promise<(() => void) | null> {
  const release = await lockForm(form, wait)
  if (release && closed.aborted) release()
  else if (release) closed.addEventListener('abort', release, { once: true })
  return closed.aborted ? null : release
}

async function takeOver<Offer>(form: string, wait: boolean, { place, offerOf, closed }: Opening<Offer>): Promise<Offer | null> {
  const release = await lockUntilClosed(form, closed, wait)
  if (!release) return null
  // Read again: the tab that had it open may have saved it in the meantime.
  const stored = readInput({ ...place, form })
  const offer = stored && offerOf(stored)
  if (offer) return offer
  if (stored) storeInput({ ...place, form }, null)
  release()
  return null
}
