import type { Pictures } from '#web/products/pictures/pictures.ts'

/** Pictures of creations that were left in the middle: as long as the window lives, going on needs no second choosing. */
const parked = new Map<string, Pictures>()

/** Keeps the pictures of an unfinished creation for the next visit; what was on its way stops. */
export function park(productId: string, pictures: Pictures): void {
  pictures.stop()
  parked.set(productId, pictures)
}

/** The pictures that were left behind, once. */
export function parkedPictures(productId: string): Pictures | undefined {
  const pictures = parked.get(productId)
  parked.delete(productId)
  return pictures
}
