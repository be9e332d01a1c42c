import { sql } from 'drizzle-orm'
import type { SellerHome } from '#contract/account.ts'
import { daysOf } from '#domain/day-presets.ts'
import type { EventKind } from '#domain/event-kinds.ts'
import type { Actor } from '#domain/user.ts'
import { countUnreadChats } from '#server/chats/unread.ts'
import { countUnshipped } from '#server/orders/count-unshipped.ts'
import type { App } from '#server/platform/app.ts'
import { wasUndone } from '#server/platform/events/undone.ts'
import { noSums, sumsOf } from '#server/sales/day-figures.ts'
import { readDays, readNow } from '#server/sales/read-days.ts'

type Facts = SellerHome['steps'] & { rejected: number }

/** Finds what a seller's home page shows: steps of setting up, what waits for them, and recent sales. Only of the actor themselves. */
export async function findHome(app: App, actor: Actor): Promise<SellerHome> {
  const [{ rejected, ...steps }, { orders }, { unread }, sales] = await Promise.all([
    readFacts(app, actor.id),
    countUnshipped(app, actor),
    countUnreadChats(app, actor),
    readSales(app, actor.id),
  ])
  return { steps, waiting: { orders, rejected, unread }, sales }
}

/** Products that an import brought have a status, but no events; of deleted ones only events are left. */
async function readFacts({ db }: App, id: string): Promise<Facts> {
  const happened = (kind: EventKind) =>
    sql`exists (select from events e where e.owner_id = ${id} and e.kind = '${sql.raw(kind)}' and not ${sql.raw(wasUndone('e'))})`
  const [facts] = await db.execute<Facts>(sql`
    select shop_name <> '' as shop, email_verified as "emailVerified",
      exists (select from products where seller_id = ${id} and status <> 'draft' and not unfinished) or ${happened('product.submit')} as submitted,
      exists (select from products where seller_id = ${id} and status in ('approved', 'archived')) or ${happened('product.approve')} as approved,
      (select count(*)::int from products where seller_id = ${id} and status = 'rejected') as rejected
    from users where id = ${id}`)
  if (!facts) throw new Error('The seller has no account.')
  return facts
}

async function readSales(app: App, id: string): Promise<SellerHome['sales']> {
  const range = daysOf({ range: 'last30' }, (await readNow(app)).day)
  const [{ gross, orders } = noSums()] = sumsOf([range], await readDays(app, range, { of: 'seller', id }))
  return { gross, orders }
}
