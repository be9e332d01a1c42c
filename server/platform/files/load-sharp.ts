import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | null = null

/** The operations that read our five picture formats; no other reader of libvips is reachable (product §3). */
const readers = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].flatMap((kind) => [`VipsForeignLoad${kind}File`, `VipsForeignLoad${kind}Buffer`])

/** Loads the picture library on first use, because it is heavy. One thread per picture; our own limit decides how many at once. */
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
