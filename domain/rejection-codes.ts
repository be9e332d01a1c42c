/* Separate from the shapes of `rejection.ts`, for screens that do not load them (like `product-rules.ts`). */

/** The reasons of a rejection that admins choose from (product §3). */
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
