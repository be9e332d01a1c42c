import { useState } from 'react'
import type { Product } from '#domain/product.ts'
import { reviewableFields } from '#domain/product-fields.ts'

/**
 * Remembers which state of an item was read, since the item may change while it is open: a decision is about what was read. `stampOf`
 * changes with everything that matters. While `isUnverified`, the item comes from the offline cache: reading begins with the fresh answer.
 */
export function useChangedSince<Item>(item: Item, stampOf: (item: Item) => unknown, isUnverified: boolean) {
  const [lastRead, setLastRead] = useState(item)
  const [begun, setBegun] = useState(!isUnverified)
  if (!begun && !isUnverified) {
    setBegun(true)
    setLastRead(item)
  }
  return { lastRead, isUnread: stampOf(lastRead) !== stampOf(item), markRead: () => setLastRead(item) }
}

const versionOf = ({ version }: Product) => version

/** `useChangedSince` for a product. */
export function useReading(product: Product, isUnverified: boolean) {
  const { lastRead, isUnread: isNewer, markRead } = useChangedSince(product, versionOf, isUnverified)
  /** The fields that changed since they were read. An undo raises the version and changes none. */
  const changed = isNewer ? reviewableFields.filter((field) => JSON.stringify(lastRead[field]) !== JSON.stringify(product[field])) : []
  const isUnread = changed.length > 0
  return {
    /** The current product, but with the version that was read. */
    read: isUnread ? { ...product, version: lastRead.version } : product,
    isUnread,
    changed,
    markRead,
  }
}
