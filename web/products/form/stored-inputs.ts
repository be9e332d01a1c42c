import { z } from 'zod'
import { namesOnDevice, readFromDevice, removeFromDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { UnsavedInput } from '#web/products/form/unsaved-input.ts'

/** The author and the product of unsaved input; null for a new product. */
export type Place = { userId: string; productId: string | null }
/** A form in one tab. Its input has a storage name of its own, so that two tabs never overwrite each other. */
export type FormName = Place & { form: string }
/** `entry` is the entry of the tab's history where it was typed; a reload comes back to the same entry. */
const Stored = UnsavedInput.extend({ entry: z.string().optional() })
export type StoredInput = z.infer<typeof Stored> & { form: string; at: number }

const startOf = ({ productId }: Place) => (productId === null ? 'new-product' : `product:${productId}`)
// Ids contain no `#`. A name without one is from a version in which all forms of a product shared a name.
const nameOf = (name: FormName) => (name.form === '' ? startOf(name) : `${startOf(name)}#${name.form}`)

/** Stores unsaved input on this device for its author alone, or deletes it if `typing` is null. True if it is stored now. */
export function storeInput(name: FormName, input: UnsavedInput | null, entry?: string): boolean {
  if (input) return storeOnDevice(name.userId, nameOf(name), { ...input, entry })
  removeFromDevice(name.userId, nameOf(name))
  return false
}

/** This person's unsaved input in this form, or null. */
export function readInput(name: FormName): StoredInput | null {
  const stored = readFromDevice(name.userId, nameOf(name))
  const read = Stored.safeParse(stored?.content)
  return stored && read.success ? { ...read.data, form: name.form, at: stored.at } : null
}

/** The unsaved inputs for this product: those of this history entry first, then the newest. */
export function storedInputs(place: Place, entry: string | undefined): StoredInput[] {
  const start = startOf(place)
  const names = namesOnDevice(place.userId).filter((name) => name === start || name.startsWith(`${start}#`))
  const all = names.map((name) => readInput({ ...place, form: name.slice(start.length + 1) })).filter((stored) => stored !== null)
  const isHere = (stored: StoredInput) => Number(entry !== undefined && stored.entry === entry)
  return all.sort((one, other) => isHere(other) - isHere(one) || other.at - one.at)
}
