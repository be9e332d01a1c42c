import { lockForm } from '#web/platform/drafts/form-lock.ts'
import { formsKept, type Kept, keepTyping, keptTyping, type Place } from '#web/products/form/kept-forms.ts'

type Opening<Offer> = {
  place: Place
  /** The entry of the tab's history that shows the form. */
  entry: string | undefined
  /** Makes the offer; null where the input would change nothing any more. */
  offerOf: (kept: Kept) => Offer | null
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
  if (opening.closed.aborted || !(await keep(form, opening.closed))) return null
  for (const { form: left, entry } of formsKept(opening.place, opening.entry)) {
    const offer = await takeOver(left, entry !== undefined && entry === opening.entry, opening)
    if (offer) return { form: left, offer }
  }
  return null
}

/** Locks a form until this one is closed. Returns its release, or null. */
async function keep(form: string, closed: AbortSignal, wait = false): Promise<(() => void) | null> {
  const letGo = await lockForm(form, wait)
  if (letGo && closed.aborted) letGo()
  else if (letGo) closed.addEventListener('abort', letGo, { once: true })
  return closed.aborted ? null : letGo
}

async function takeOver<Offer>(form: string, wait: boolean, { place, offerOf, closed }: Opening<Offer>): Promise<Offer | null> {
  const letGo = await keep(form, closed, wait)
  if (!letGo) return null
  // Read again: the tab that had it open may have saved it in the meantime.
  const kept = keptTyping({ ...place, form })
  const offer = kept && offerOf(kept)
  if (offer) return offer
  if (kept) keepTyping({ ...place, form }, null)
  letGo()
  return null
}
