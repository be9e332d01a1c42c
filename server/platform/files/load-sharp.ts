import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | null = null

/** The operations that read the five kinds of picture; no other reader of libvips is ever reached (product §3). */
const readers = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].flatMap((kind) => [`VipsForeignLoad${kind}File`, `VipsForeignLoad${kind}Buffer`])

/** The picture library, loaded when the first picture comes: it is heavy. One thread per picture; how many at once, we decide. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: readers })
    return sharp
  })
  return loading
}
