/* Apart from the shapes of `rejection.ts`, for screens that load none (as `product-rules.ts`). */

/** Why a product was refused, as an admin picks it (product §3). */
export const rejectionCodes = [
  'incomplete',
  'image_quality',
  'wrong_category',
  'misleading',
  'price_error',
  'duplicate',
  'prohibited',
  'counterfeit',
  'other',
] as const

/** The parts of a product that a reason can point at. */
export const rejectionFields = ['title', 'description', 'images', 'category', 'tags', 'attributes', 'price', 'stock', 'sku'] as const
