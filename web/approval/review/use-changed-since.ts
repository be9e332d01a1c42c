import { useState } from 'react'
import type { Product } from '#domain/product.ts'
import { type ReviewedField, reviewedFields } from '#domain/product-rules.ts'

type Shown = ReviewedField | 'price'
const shownFields: readonly Shown[] = [...reviewedFields, 'price']

/**
 * Remembers which state of a thing its reader has read, since it may change while it is open: a decision is about what was read.
 * `stampOf` changes with all that matters. While `isOld`, the thing comes from the offline cache: reading begins with the fresh answer.
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

/** `useChangedSince` for a product. */
export function useReading(product: Product, isOld = false) {
  const { seen, isUnread, look } = useChangedSince(product, versionOf, isOld)
  return {
    /** The current product, but with the version that was read. */
    read: { ...product, version: seen.version },
    isUnread,
    /** The fields that changed since they were read. */
    changed: isUnread ? shownFields.filter((field) => JSON.stringify(seen[field]) !== JSON.stringify(product[field])) : [],
    look,
  }
}
