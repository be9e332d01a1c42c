/** What a picture may be, by its content (product §3). Apart from the shapes of `image.ts`, for screens that load none. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
export type ImageType = (typeof imageTypes)[number]
