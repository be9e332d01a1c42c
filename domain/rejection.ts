import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { contentFields } from '#domain/product-fields.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import { prose } from '#domain/text.ts'

export const RejectionCode = z.enum(rejectionCodes)
export type RejectionCode = z.infer<typeof RejectionCode>

/** The parts of a product that a reason can refer to. */
export const RejectionField = z.enum(contentFields)
export type RejectionField = z.infer<typeof RejectionField>

export const RejectionText = prose({ min: limits.rejection.textMin, max: limits.rejection.textMax })

/** The default text for each code; an operator changes them in the settings. */
export const rejectionTemplates: Record<RejectionCode, string> = {
  incomplete: 'Some information that buyers need is missing. Please complete the listing and submit it again.',
  image_quality: 'The images are too small, blurred or dark. Please upload sharp, well-lit photos of the item.',
  wrong_category: 'The product is listed in the wrong category. Please choose the one that fits and submit it again.',
  misleading: 'The title or description promises something that the product is not. Please correct it.',
  price_error: 'The price seems to be wrong. Please check it and submit the product again.',
  duplicate: 'You already list this product. Please edit the existing listing instead of adding another.',
  prohibited: 'This kind of product may not be sold here.',
  counterfeit: 'We have reason to believe that this product is not genuine. Please contact support with proof of origin.',
  other: '',
}
