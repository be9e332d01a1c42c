import { z } from 'zod'
import { dropFromDevice, keepOnDevice, keptOnDevice, namesOnDevice } from '#web/platform/drafts/device-memory.ts'
import { Typing } from '#web/products/form/kept-typing.ts'

/** The author and the product of unsaved input; null for a new product. */
export type Place = { userId: string; productId: string | null }
/** A form in one tab. Its input has a storage name of its own, so that two tabs never overwrite each other. */
export type FormName = Place & { form: string }
/** `entry` is the entry of the tab's history where it was typed; a reload comes back to the same entry. */
const Stored = Typing.extend({ entry: z.string().optional() })
export type Kept = z.infer<typeof Stored> & { form: string; at: number }

const startOf = ({ productId }: Place) => (productId === null ? 'new-product' : `product:${productId}`)
// Ids contain no `#`. A name without one is from a version in which all forms of a product shared a name.
const nameOf = (name: FormName) => (name.form === '' ? startOf(name) : `${startOf(name)}#${name.form}`)

/** Stores unsaved input on this device for its author alone, or deletes it if `typing` is null. True if it is stored now. */
export function keepTyping(name: FormName, typing: Typing | null, entry?: string): boolean {
  if (typing) return keepOnDevice(name.userId, nameOf(name), { ...typing, entry })
  dropFromDevice(name.userId, nameOf(name))
  return false
}

/** This person's unsaved input in this form, or null. */
export function keptTyping(name: FormName): Kept | null {
  const kept = keptOnDevice(name.userId, nameOf(name))
  const read = Stored.safeParse(kept?.content)
  return kept && read.success ? { ...read.data, form: name.form, at: kept.at } : null
}

/** The unsaved inputs for this product: those of this history entry first, then the newest. */
export function formsKept(place: Place, entry: string | undefined): Kept[] {
  const start = startOf(place)
  const names = namesOnDevice(place.userId).filter((name) => name === start || name.startsWith(`${start}#`))
  const all = names.map((name) => keptTyping({ ...place, form: name.slice(start.length + 1) })).filter((kept) => kept !== null)
  const isHere = (kept: Kept) => Number(entry !== undefined && kept.entry === entry)
  return all.sort((one, other) => isHere(other) - isHere(one) || other.at - one.at)
}
