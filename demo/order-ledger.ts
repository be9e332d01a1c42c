import type { orderBuyers, orderLines, orderSellers, orders } from '#server/platform/database/tables/orders.ts'
import type { refunds, salesEntries } from '#server/platform/database/tables/sales.ts'
import type { Context } from './context.ts'
import type { EventLog } from './event-log.ts'
import type { User } from './people.ts'
import type { Random } from './random.ts'

export type Order = typeof orders.$inferSelect
export type Line = typeof orderLines.$inferSelect
type Entry = Omit<typeof salesEntries.$inferSelect, 'id'>

export type Orders = {
  orders: Order[]
  buyers: (typeof orderBuyers.$inferSelect)[]
  lines: Line[]
  sellers: (typeof orderSellers.$inferSelect)[]
  refunds: (typeof refunds.$inferSelect)[]
  /** The ledger, sorted by day. */
  entries: Entry[]
}

/** The name of the storefront's key in the history. */
export const keyName = 'Storefront'
/** The actor of the storefront's events. */
export const byKey = { key: keyName }

/** `until`: since when a seller is suspended, so that an admin ships what is open. */
export type About = {
  context: Context
  admins: readonly User[]
  chance: Random
  eventLog: EventLog
  made: Orders
  until: ReadonlyMap<string, number>
}

type Money = { line?: Line; amount: number; units?: number }

/** Writes a ledger entry; amounts in minor units (product §5). */
export function enter(
  made: Orders,
  at: number,
  kind: Entry['kind'],
  { id: orderId }: Pick<Order, 'id'>,
  { line, amount, units = 0 }: Money,
): void {
  const of = line
    ? { lineId: line.id, productId: line.productId, sellerId: line.sellerId, category: line.category }
    : { lineId: null, productId: null, sellerId: null, category: null }
  made.entries.push({ at: new Date(at), kind, orderId, ...of, amount, units, createdAt: new Date(at) })
}

/** Sorts the ledger by time, and takes out of the refunds what cancelled lines took out of gross sales, as `offset-refunds.ts` does. */
export function settle(made: Orders): void {
  const byTime = (one: Entry, other: Entry) => one.at.getTime() - other.at.getTime()
  made.entries.sort(byTime)
  for (const [id, entries] of Map.groupBy(made.entries, ({ orderId }) => orderId)) {
    let [refunded, cancelled, offset] = [0, 0, 0]
    for (const [at, together] of Map.groupBy(entries, (entry) => entry.at.getTime())) {
      for (const { kind, amount } of together) {
        if (kind === 'refund') refunded += amount
        if (kind === 'cancelled-line') cancelled -= amount
      }
      const growth = Math.min(refunded, cancelled) - offset
      if (growth > 0) enter(made, at, 'refund', { id }, { amount: -growth })
      offset += growth
    }
  }
  made.entries.sort(byTime)
}
