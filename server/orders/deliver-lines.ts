import { sql } from 'drizzle-orm'
import type { By } from '#domain/by.ts'
import type { OrderLine } from '#domain/order.ts'
import { type Lines, moveLines } from '#server/orders/move-lines.ts'
import type { App } from '#server/platform/app.ts'

/** Marks shipped lines as delivered, by their seller, an admin or a program (product §5). Throws as `moveLines` does. */
export const deliverLines = (app: App, by: By, lines: Lines): Promise<OrderLine[]> =>
  moveLines(app, by, 'deliver', lines, { set: sql`delivered_at = now()` })
