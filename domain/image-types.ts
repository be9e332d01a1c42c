/** The content types of pictures (product §3). Separate from the shapes of `image.ts`, for screens that do not load them. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
export type ImageType = (typeof imageTypes)[number]
