import type { orderBuyers, orderLines, orderSellers, orders } from '#server/database/tables/orders.ts'
import type { refunds, salesEntries } from '#server/database/tables/sales.ts'
import type { User } from './people.ts'
import type { Random } from './random.ts'
import type { Story } from './story.ts'
import type { Making } from './world.ts'

export type Order = typeof orders.$inferSelect
export type Line = typeof orderLines.$inferSelect
type Entry = Omit<typeof salesEntries.$inferSelect, 'id'>

export type Orders = {
  orders: Order[]
  buyers: (typeof orderBuyers.$inferSelect)[]
  lines: Line[]
  sellers: (typeof orderSellers.$inferSelect)[]
  refunds: (typeof refunds.$inferSelect)[]
  /** The ledger, in the order of its days. */
  entries: Entry[]
}

/** Under this name the storefront's key stands in the history. */
export const keyName = 'Storefront'
/** Who it was where the storefront did it. */
export const byKey = { key: keyName }

/** `until`: since when a seller is suspended, so that an admin ships what is open. */
export type About = {
  making: Making
  admins: readonly User[]
  chance: Random
  story: Story
  made: Orders
  until: ReadonlyMap<string, number>
}

type Money = { line?: Line; amount: number; units?: number }

/** Writes a line of the ledger; amounts in minor units (product §5). */
export function enter(made: Orders, at: number, kind: Entry['kind'], { id: orderId }: Order, { line, amount, units = 0 }: Money): void {
  const of = line
    ? { lineId: line.id, productId: line.productId, sellerId: line.sellerId, category: line.category }
    : { lineId: null, productId: null, sellerId: null, category: null }
  made.entries.push({ at: new Date(at), kind, orderId, ...of, amount, units, createdAt: new Date(at) })
}
