import { z } from 'zod'
import { dropFromDevice, keepOnDevice, keptOnDevice, namesOnDevice } from '#web/platform/drafts/device-memory.ts'
import { Typing } from '#web/products/form/kept-typing.ts'

/** Whose, and for which product; null for a new one. */
export type Place = { userId: string; productId: string | null }
/** A form in one tab: what is typed in it is kept under a name of its own, so that two tabs never write over each other. */
export type FormName = Place & { form: string }
/** `entry` is the place in its tab's history where it was typed: a reload comes back to the same. */
const Stored = Typing.extend({ entry: z.string().optional() })
export type Kept = z.infer<typeof Stored> & { form: string; at: number }

const startOf = ({ productId }: Place) => (productId === null ? 'new-product' : `product:${productId}`)
// An id has no `#` in it. Without one it was kept when all forms of a product shared a name.
const nameOf = (name: FormName) => (name.form === '' ? startOf(name) : `${startOf(name)}#${name.form}`)

/** Keeps what was typed on this device for its author alone; nothing typed is forgotten. True if it is kept now. */
export function keepTyping(name: FormName, typing: Typing | null, entry?: string): boolean {
  if (typing) return keepOnDevice(name.userId, nameOf(name), { ...typing, entry })
  dropFromDevice(name.userId, nameOf(name))
  return false
}

/** What this person typed in this form and did not save. */
export function keptTyping(name: FormName): Kept | null {
  const kept = keptOnDevice(name.userId, nameOf(name))
  const read = Stored.safeParse(kept?.content)
  return kept && read.success ? { ...read.data, form: name.form, at: kept.at } : null
}

/** In which forms something is kept for this place: the one of this entry of the history first, then the newest. */
export function formsKept(place: Place, entry: string | undefined): Kept[] {
  const start = startOf(place)
  const names = namesOnDevice(place.userId).filter((name) => name === start || name.startsWith(`${start}#`))
  const all = names.map((name) => keptTyping({ ...place, form: name.slice(start.length + 1) })).filter((kept) => kept !== null)
  const isHere = (kept: Kept) => Number(entry !== undefined && kept.entry === entry)
  return all.sort((one, other) => isHere(other) - isHere(one) || other.at - one.at)
}
