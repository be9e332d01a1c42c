import { sql } from 'drizzle-orm'
import type { By } from '#domain/by.ts'
import type { OrderLine } from '#domain/order.ts'
import { type Lines, moveLines } from '#server/orders/move-lines.ts'
import type { App } from '#server/platform/app.ts'

type Shipping = Lines & { carrier: string; tracking: string }

/** Marks open lines as shipped, in one shipment, by their seller, an admin or a program (product §5). Throws as `moveLines` does. */
export const shipLines = (app: App, by: By, { carrier, tracking, ...lines }: Shipping): Promise<OrderLine[]> =>
  moveLines(app, by, 'ship', lines, {
    set: sql`carrier = ${carrier}, tracking = ${tracking}, shipped_at = now()`,
    after: { carrier, tracking },
  })

/**
 * Corrects the carrier and the tracking number of lines on their way. The rule is that of marking them as delivered, and they stay on their way.
 * Throws as `moveLines` does.
 */
export const correctShipment = (app: App, by: By, { carrier, tracking, ...lines }: Shipping): Promise<OrderLine[]> =>
  moveLines(app, by, 'deliver', lines, {
    corrects: ['carrier', 'tracking'],
    set: sql`carrier = ${carrier}, tracking = ${tracking}`,
    after: { carrier, tracking },
  })
