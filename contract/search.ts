import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ProductRow } from '#contract/products.ts'
import { UserRow } from '#contract/users.ts'
import { ChatStatus } from '#domain/chat.ts'
import { ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { OrderRow } from '#domain/order.ts'
import { Person } from '#domain/person.ts'
import { Id, Search } from '#domain/text.ts'

const FoundProduct = ProductRow.pick({ id: true, title: true, sku: true, status: true, seller: true }).extend({
  cover: ProductImage.nullable(),
})

/** For a seller `counts` are of their own lines. */
const FoundOrder = OrderRow.pick({ id: true, number: true, buyerName: true, placedAt: true, paymentStatus: true, counts: true })

/** A chat by its participant; the name is a buyer's own if they have no account. */
const FoundChat = Person.extend({ status: ChatStatus })

/** What was found, per kind the best first. Sellers have no people and chats. */
const Hits = z.object({ products: z.array(FoundProduct), people: z.array(UserRow), orders: z.array(FoundOrder), chats: z.array(FoundChat) })
export type Hits = z.infer<typeof Hits>

export const hitKinds = ['products', 'people', 'orders', 'chats'] as const
export type HitKind = (typeof hitKinds)[number]

/** The search of the command palette: a few hits of each kind, of what the caller may see. */
export const search = {
  /**
   * Products by title, beginning of the SKU and, for admins, their seller; people and chats by name, shop and e-mail; orders by number and
   * buyer, for admins also by the buyer's e-mail. A text of one or two characters is found only where a word begins with it. `more`: the
   * kinds that have further hits.
   */
  find: oc.input(z.object({ search: Search.min(1) })).output(Hits.extend({ more: z.array(z.enum(hitKinds)) })),
  /** The things with these ids, whatever their kind; those that are gone or not the caller's are left out. */
  named: oc.input(z.object({ ids: z.array(Id).max(limits.palette.recentMax) })).output(Hits),
}
