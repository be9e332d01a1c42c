import { sql } from 'drizzle-orm'
import type { By } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { OrderLine } from '#domain/order.ts'
import { type Lines, moveLines } from '#server/orders/move-lines.ts'
import type { App } from '#server/platform/app.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

type Shipping = Lines & { carrier: string; tracking: string }

/** Marks open lines as shipped, in one shipment, by their seller, an admin or a program (product §5). Throws as `moveLines` does. */
export const shipLines = (app: App, by: By, { carrier, tracking, ...lines }: Shipping): Promise<OrderLine[]> =>
  moveLines(app, by, 'ship', lines, {
    set: sql`carrier = ${carrier}, tracking = ${tracking}, shipped_at = now()`,
    after: { carrier, tracking },
  })

/**
 * Corrects the carrier and the tracking number of shipped lines, by their seller or an admin. Throws as `moveLines` does, and `wrong-status` once
 * the buyer's data was erased: a new tracking number would reveal the address again.
 */
export const correctShipment = (app: App, by: By, { carrier, tracking, ...lines }: Shipping): Promise<OrderLine[]> =>
  moveLines(app, by, 'correct', lines, {
    fields: ['carrier', 'tracking'],
    set: sql`carrier = ${carrier}, tracking = ${tracking}`,
    after: { carrier, tracking },
    also: async (tx, { id }) => {
      const [erased] = await tx.execute(sql`select from order_buyers where order_id = ${id} and erased_at is not null`)
      if (erased) throw new AppError('wrong-status', refusalText('buyer-erased'))
    },
  })
