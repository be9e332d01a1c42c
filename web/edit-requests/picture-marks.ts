import type { ProductImage } from '#domain/image.ts'

/** What happens to a picture: it is new, it goes, or it comes to another place among those that stay. */
export type PictureMark = 'added' | 'removed' | 'moved' | null

type Pictures = readonly Pick<ProductImage, 'path'>[]

/** The mark of each picture of one side, given the other. */
export function picturesMarked(here: Pictures, there: Pictures, side: 'live' | 'proposed'): PictureMark[] {
  const stay = (pictures: Pictures, others: Pictures) =>
    pictures.map(({ path }) => path).filter((path) => others.some((other) => other.path === path))
  const [order, otherOrder] = [stay(here, there), stay(there, here)]
  return here.map(({ path }) => {
    const place = order.indexOf(path)
    if (place < 0) return side === 'live' ? 'removed' : 'added'
    return otherOrder[place] === path ? null : 'moved'
  })
}
