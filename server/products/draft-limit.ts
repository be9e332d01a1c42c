import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** How many creations of a seller follow a count on this node before the next one. Simultaneous ones may exceed the limit by as many. */
const recountAfter = 500
/** The creations that may follow, by seller. */
const uncounted = new Map<string, number>()
/** The counts under way, by seller: simultaneous creations share one. */
const counting = new Map<string, Promise<number>>()
/** More sellers than this are forgotten at once; their next creation counts again. */
const sellersMax = 10_000

/** How many more drafts the seller may make (product §3). Unfinished creations count, as they become drafts. */
export async function draftsLeft(db: Pick<Tx, 'execute'>, sellerId: string): Promise<number> {
  const { draftsMax } = limits.product
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from products where seller_id = ${sellerId} and status = 'draft'
      union all select from products where seller_id = ${sellerId} and unfinished and status <> 'draft'
      limit ${draftsMax}) up_to_limit`)
  return draftsMax - (row?.count ?? 0)
}

/** Counts the seller's drafts, and returns how many creations may follow. */
async function count(db: Pick<Tx, 'execute'>, sellerId: string): Promise<number> {
  try {
    const left = await draftsLeft(db, sellerId)
    const following = Math.min(left, recountAfter)
    if (uncounted.size >= sellersMax) uncounted.clear()
    uncounted.set(sellerId, following)
    return following
  } finally {
    counting.delete(sellerId)
  }
}

/** Throws `too-many-drafts` if the seller can make no more. One count serves many creations. */
export async function assertDraftsLeft(db: Pick<Tx, 'execute'>, sellerId: string): Promise<void> {
  if (!uncounted.get(sellerId)) {
    const counted = counting.get(sellerId) ?? count(db, sellerId)
    counting.set(sellerId, counted)
    if ((await counted) <= 0) throw new AppError('too-many-drafts')
  }
  uncounted.set(sellerId, Math.max(0, (uncounted.get(sellerId) ?? 0) - 1))
}
