import { z } from 'zod'
import { Id } from '#domain/text.ts'

/** A person as admins see them wherever they appear: shop, name and picture together (product §2). */
export const Person = z.object({
  id: Id,
  name: z.string(),
  /** Empty if they have chosen none. */
  shopName: z.string(),
  /** The address of their picture; null without one. */
  avatar: z.string().nullable(),
})
export type Person = z.infer<typeof Person>
