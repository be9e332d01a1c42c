import { useState } from 'react'
import type { Product } from '#domain/product.ts'
import { type ReviewedField, reviewedFields } from '#domain/product-rules.ts'

type Shown = ReviewedField | 'price'
const shownFields: readonly Shown[] = [...reviewedFields, 'price']

/**
 * Keeps what a reader has seen of a thing that may change under his eyes: what counts in a decision is what was read. `stampOf` changes with
 * all that matters. `isOld` while it is what an earlier look left behind: reading begins with the fresh answer that is on its way.
 */
export function useChangedSince<Thing>(thing: Thing, stampOf: (thing: Thing) => unknown, isOld = false) {
  const [seen, setSeen] = useState(thing)
  const [begun, setBegun] = useState(!isOld)
  if (!begun && !isOld) {
    setBegun(true)
    setSeen(thing)
  }
  return { seen, isUnread: stampOf(seen) !== stampOf(thing), look: () => setSeen(thing) }
}

const versionOf = ({ version }: Product) => version

/** The same for a product. */
export function useReading(product: Product, isOld = false) {
  const { seen, isUnread, look } = useChangedSince(product, versionOf, isOld)
  return {
    /** The product as it is, but in the version that was read. */
    read: { ...product, version: seen.version },
    isUnread,
    /** Which parts the reader has not seen as they are now. */
    changed: isUnread ? shownFields.filter((field) => JSON.stringify(seen[field]) !== JSON.stringify(product[field])) : [],
    look,
  }
}
