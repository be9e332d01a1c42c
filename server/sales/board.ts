import { sql } from 'drizzle-orm'
import { limits } from '#domain/limits.ts'
import type { SalesRange, TopOf } from '#domain/sales-rules.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/database/database.ts'
import { bestFirst, rolledUp, type Share, summed } from '#server/sales/shares.ts'

/**
 * The best sold of days that are over, as rolled up, best first; where it is cut, nothing else had more than `rest`, and nothing that is not
 * among the sales of those days had anything. It holds as long as the days have changed as often as then: `stamp`.
 */
export type Board = { stamp: number; shares: Share[]; isCut: boolean; rest: number }

/** By the house they are of; remembered in memory alone, as they can be made again. */
const remembered = new WeakMap<object, Map<string, Promise<Board>>>()

function boardsOf(app: App): Map<string, Promise<Board>> {
  const known = remembered.get(app.sql)
  if (known) return known
  const made = new Map<string, Promise<Board>>()
  remembered.set(app.sql, made)
  return made
}

/** The board of a range, in a transaction that sees one moment; made anew where one of its days has changed, once for all who ask meanwhile. */
export async function boardOf(app: App, tx: Tx, of: TopOf, range: SalesRange): Promise<Board> {
  const [row] = await tx.execute<{ stamp: number }>(sql`
    select coalesce(sum(changes), 0)::bigint as stamp from sales_days where day between ${range.from}::date and ${range.to}::date`)
  const stamp = row?.stamp ?? 0
  const boards = boardsOf(app)
  const key = `${of} ${range.from} ${range.to}`
  for (let known = boards.get(key); known; known = boards.get(key)) {
    const board = await known.catch(() => null)
    if (board?.stamp === stamp) return keep(boards, key, known)
    // Nobody else has begun to make it anew meanwhile.
    if (boards.get(key) === known) break
  }
  return keep(boards, key, makeBoard(tx, of, range, stamp))
}

/** The one that was asked for last stands at the end. */
function keep(boards: Map<string, Promise<Board>>, key: string, board: Promise<Board>): Promise<Board> {
  boards.delete(key)
  boards.set(key, board)
  for (const oldest of boards.keys()) if (boards.size > limits.sales.boardsMax) boards.delete(oldest)
  return board
}

async function makeBoard(tx: Tx, of: TopOf, range: SalesRange, stamp: number): Promise<Board> {
  const { boardLength } = limits.sales
  const shares = await tx.execute<Share>(sql`${summed(rolledUp(of, range))} ${bestFirst} limit ${boardLength + 1}`)
  const isCut = shares.length > boardLength
  return { stamp, shares: shares.slice(0, boardLength), isCut, rest: Math.max(0, shares[boardLength]?.gross ?? 0) }
}
