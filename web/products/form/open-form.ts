import { lockForm } from '#web/platform/drafts/form-lock.ts'
import { formsKept, type Kept, keepTyping, keptTyping, type Place } from '#web/products/form/kept-forms.ts'

type Opening<Offer> = {
  place: Place
  /** Where in the history of its tab the form stands. */
  entry: string | undefined
  /** What of it is worth offering; null where nothing of it would change anything any more. */
  offerOf: (kept: Kept) => Offer | null
  /** The form is closed: others may have it. */
  closed: AbortSignal
}

/**
 * Opens a form in this tab under its name, and goes on with one that was left at this place: the first that no other tab has open.
 * Answers what of that is to be offered, and holds it from then on; null where there is nothing.
 */
export async function openForm<Offer>(form: string, opening: Opening<Offer>): Promise<{ form: string; offer: Offer } | null> {
  // Drawn once more in the same breath, as in development, it is opened by the second drawing alone.
  await Promise.resolve()
  if (opening.closed.aborted || !(await keep(form, opening.closed))) return null
  for (const { form: left, entry } of formsKept(opening.place, opening.entry)) {
    const offer = await takeOver(left, entry !== undefined && entry === opening.entry, opening)
    if (offer) return { form: left, offer }
  }
  return null
}

/** Holds a form until this one is closed. */
async function keep(form: string, closed: AbortSignal, wait = false): Promise<(() => void) | null> {
  const letGo = await lockForm(form, wait)
  if (letGo && closed.aborted) letGo()
  else if (letGo) closed.addEventListener('abort', letGo, { once: true })
  return closed.aborted ? null : letGo
}

async function takeOver<Offer>(form: string, wait: boolean, { place, offerOf, closed }: Opening<Offer>): Promise<Offer | null> {
  const letGo = await keep(form, closed, wait)
  if (!letGo) return null
  // Read again: whoever had it open may have saved it in the meantime.
  const kept = keptTyping({ ...place, form })
  const offer = kept && offerOf(kept)
  if (offer) return offer
  if (kept) keepTyping({ ...place, form }, null)
  letGo()
  return null
}
