import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { eraseIn } from '#server/buyers/erase-buyer.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { type Loop, openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** Erases buyers whose retention has expired, periodically and on every node. */
export const openBuyerSweep = (app: App, log: Log = console): Loop =>
  openLoop('Erasing old buyers', (alive) => sweepBuyers(app, alive), { log, everyMs: limits.order.sweepMs })

/** SQL condition: the order `z` of the buyer `y` is older than the retention and has nothing left to ship. */
const isDue = (days: number): SQL =>
  sql`y.erased_at is null and y.placed_at < now() - ${days}::integer * interval '1 day' and z.open_lines = 0`

type Retention = { before: number; after: number | undefined; erasing: number | undefined }

/**
 * Throws `count-unconfirmed`, with the numbers of orders and buyers, for a shorter retention that would at once erase the buyers of more
 * orders than the admin confirmed (product §9).
 */
export async function assertCounted(tx: Tx, { before, after, erasing = 0 }: Retention): Promise<void> {
  if (!after || (before !== 0 && after >= before)) return
  const [due] = await tx.execute<{ orders: number; buyers: number }>(sql`
    select count(*)::int as orders, count(distinct lower(y.email))::int as buyers
    from order_buyers y join orders z on z.id = y.order_id where ${isDue(after)}`)
  if (due && due.orders > erasing) throw new AppError('count-unconfirmed', { field: 'change.buyerRetentionDays', detail: due })
}

/**
 * Erases the buyers of orders older than the retention in the settings (product §5); zero days keep them forever. Nodes that run at the
 * same time erase each order once.
 */
export async function sweepBuyers(app: App, alive: Alive = () => {}): Promise<void> {
  const days = app.settings.current().buyerRetentionDays
  if (days === 0) return
  const old = sql`b.order_id in (
    select y.order_id from order_buyers y join orders z on z.id = y.order_id
    where ${isDue(days)}
    order by y.placed_at, y.order_id limit ${limits.order.sweptAtOnce} for no key update of z skip locked)`
  for (let erased: number = limits.order.sweptAtOnce; erased === limits.order.sweptAtOnce; alive()) {
    erased = await app.db.transaction((tx) => eraseIn(tx, old, null))
    if (erased > 0) app.feed.wake()
  }
}
