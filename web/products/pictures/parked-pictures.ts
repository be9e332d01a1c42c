import type { Pictures } from '#web/products/pictures/pictures.ts'

/** Pictures of creations that were left unfinished: in the same window they need not be chosen again. */
const parked = new Map<string, Pictures>()

/** Stores the pictures of an unfinished creation for the next visit, and stops their uploads. */
export function park(productId: string, pictures: Pictures): void {
  pictures.stop()
  parked.set(productId, pictures)
}

/** Takes the parked pictures of a product. */
export function parkedPictures(productId: string): Pictures | undefined {
  const pictures = parked.get(productId)
  parked.delete(productId)
  return pictures
}
