import type { RejectionCode, RejectionField } from '#domain/rejection.ts'

/** Why an admin rejected a product, in the admin's words. */
export type Reason = { code: RejectionCode; text: string; fields: readonly RejectionField[] }
const reason = (code: RejectionCode, fields: readonly RejectionField[], text: string): Reason => ({ code, fields, text })

export const reasons: readonly Reason[] = [
  reason(
    'image_quality',
    ['images'],
    'The pictures are dark and a little blurred. Please take them again by a window, with the whole piece in view.',
  ),
  reason('image_quality', ['images'], 'The cover shows three pieces, but one is sold. Please show first what buyers will receive.'),
  reason(
    'incomplete',
    ['description'],
    'Buyers will ask for the size and the material. Please add both to the description and submit it again.',
  ),
  reason('incomplete', ['attributes'], 'Please say how it is to be cared for and whether it can go into the dishwasher.'),
  reason(
    'wrong_category',
    ['category'],
    'This would be found more easily in another category. Please choose the one that fits and submit it again.',
  ),
  reason('misleading', ['title', 'description'], 'The title says “handmade”, the description says that it is cast. Please let them agree.'),
  reason('misleading', ['tags'], 'Some tags name brands that this is not made by. Please take them out.'),
  reason('price_error', ['price'], 'The price seems to have one digit too many. Please check it and submit the product again.'),
  reason('duplicate', [], 'You list this piece already in the same colour. Please edit the existing listing instead of adding another.'),
  reason('other', ['description'], 'Please leave your web address out of the description: buyers can reach you through us.'),
]

/** Why a product on sale was taken down. */
export const takeDowns: readonly Reason[] = [
  reason(
    'prohibited',
    [],
    'After two complaints about sharp edges this may not be sold here until it was tested. Please send us the report.',
  ),
  reason(
    'counterfeit',
    ['title', 'images'],
    'The maker whose mark is on the picture told us that this is not theirs. Please contact support with proof of origin.',
  ),
  reason(
    'misleading',
    ['description'],
    'Buyers received plated pieces where the description says solid silver. Please correct it before it comes back.',
  ),
]

export const suspensionReasons = [
  'Three buyers received copies of branded goods. Please answer our questions of last week; until then the shop is closed.',
  'Orders were marked as shipped without being handed over. We need the carrier’s receipts before we can open the shop again.',
] as const
