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

/** The name a person sells under: their shop, or their own name without one. */
export const sellsAs = ({ shopName, name }: Pick<Person, 'shopName' | 'name'>): string => shopName || name

/** Shop and name in one line, for labels and files. */
export const shopAndName = ({ shopName, name }: Pick<Person, 'shopName' | 'name'>): string => [shopName, name].filter(Boolean).join(' · ')
