import { z } from 'zod'
import { Cursor, call, PageSize, PathId, pageOf } from '#contract/public/route.ts'
import { Moment } from '#domain/text.ts'

/** A seller as all people may see them: never an e-mail address, a phone number or a postal address. */
export const StorefrontSeller = z.object({
  id: z.string(),
  name: z.string(),
  shopName: z.string().describe('Empty if the seller has set none.'),
  about: z.string(),
  createdAt: Moment,
})
export type StorefrontSeller = z.infer<typeof StorefrontSeller>

export const sellers = {
  list: call('sellers:read', {
    method: 'GET',
    path: '/sellers',
    tags: ['Sellers'],
    summary: 'List sellers',
    description: 'All active sellers, newest first.',
  })
    .input(z.strictObject({ cursor: Cursor, limit: PageSize }))
    .output(pageOf(StorefrontSeller)),
  get: call('sellers:read', {
    method: 'GET',
    path: '/sellers/{id}',
    tags: ['Sellers'],
    summary: 'Get a seller',
    description: 'Returns 404 for a seller who is suspended or has closed their account.',
  })
    .input(z.strictObject({ id: PathId }))
    .output(StorefrontSeller),
}
