import { limits } from '#domain/limits.ts'
import type { SalesRange, TopOf } from '#domain/sales-rules.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type DailyTotals, type Part, stampsOf, sumDailyTotals } from '#server/sales/daily-totals.ts'
import { byWorth, type Share } from '#server/sales/revenue-shares.ts'

/** What a node remembers of the best sold, in memory alone, as it can be made again. It only grows; when it is full a new one is begun. */
type Memory = {
  /** Of everything that is remembered, and where each stands. */
  names: string[]
  places: Map<string, number>
  pieces: Map<string, Promise<DailyTotals>>
  boards: Map<string, { stamp: string; best: Share[] }>
  /** How many sums the pieces have. */
  sums: number
}

/** By the house they are of. */
const remembered = new WeakMap<object, Map<TopOf, Memory>>()

function memoryOf(app: App, of: TopOf, sumsMax: number): Memory {
  const memories = remembered.get(app.sql) ?? new Map<TopOf, Memory>()
  remembered.set(app.sql, memories)
  const known = memories.get(of)
  if (known && known.sums <= sumsMax) return known
  // Who still adds up from the full one goes on with it.
  const memory: Memory = { names: [], places: new Map(), pieces: new Map(), boards: new Map(), sums: 0 }
  memories.set(of, memory)
  return memory
}

/**
 * The best sold of a range as rolled up, with what waits besides, in a transaction that sees one moment. Only pieces of which a day has changed are
 * summed up anew, once for all who ask meanwhile.
 */
export async function topSellersOf(
  app: App,
  tx: Tx,
  of: TopOf,
  parts: readonly Part[],
  waiting: readonly Share[],
  sumsMax: number = limits.sales.sumsMax,
): Promise<Share[]> {
  const memory = memoryOf(app, of, sumsMax)
  const stamps = await stampsOf(tx, parts)
  const key = parts.map(({ from, to, sign }) => `${from} ${to} ${sign}`).join(', ')
  const stamp = stamps.join(', ')
  const known = memory.boards.get(key)
  const board = known?.stamp === stamp && waiting.length === 0 ? known : null
  const best = board?.best ?? bestOf(memory, await gathered(memory, tx, of, parts, stamps), waiting)
  if (waiting.length === 0) keep(memory.boards, key, { stamp, best })
  return best
}

/** The one that was asked for last stands at the end. */
function keep<Kept>(all: Map<string, Kept>, key: string, kept: Kept): void {
  all.delete(key)
  all.set(key, kept)
  for (const oldest of all.keys()) if (all.size > limits.sales.boardsMax) all.delete(oldest)
}

type Counted = { piece: DailyTotals; sign: Part['sign'] }

async function gathered(memory: Memory, tx: Tx, of: TopOf, parts: readonly Part[], stamps: readonly string[]): Promise<Counted[]> {
  const found: Counted[] = []
  for (const [at, part] of parts.entries()) found.push({ piece: await pieceOf(memory, tx, of, part, stamps[at] ?? ''), sign: part.sign })
  return found
}

async function pieceOf(memory: Memory, tx: Tx, of: TopOf, range: SalesRange, stamp: string): Promise<DailyTotals> {
  const { pieces } = memory
  const key = `${range.from} ${range.to}`
  for (let known = pieces.get(key); known; known = pieces.get(key)) {
    const piece = await known.catch(() => null)
    if (piece?.stamp === stamp) return piece
    // Nobody else has begun to make it anew meanwhile.
    if (pieces.get(key) !== known) continue
    pieces.delete(key)
    memory.sums -= piece?.places.length ?? 0
  }
  const made = sumDailyTotals(tx, of, range, stamp, (id) => placeOf(memory, id))
  pieces.set(key, made)
  const piece = await made
  memory.sums += piece.places.length
  return piece
}

function placeOf({ names, places }: Memory, id: string): number {
  const known = places.get(id)
  if (known !== undefined) return known
  places.set(id, names.length)
  return names.push(id) - 1
}

/** Adds up pieces and what waits, and says which are the best, best first, without what came to nothing. */
function bestOf(memory: Memory, pieces: readonly Counted[], waiting: readonly Share[]): Share[] {
  const waits = waiting.map(({ id }) => placeOf(memory, id))
  const { names } = memory
  const [gross, units, orders] = [new Float64Array(names.length), new Float64Array(names.length), new Float64Array(names.length)]
  const add = (place: number, sign: number, by: Pick<Share, 'gross' | 'units' | 'orders'>) => {
    gross[place] = (gross[place] ?? 0) + sign * by.gross
    units[place] = (units[place] ?? 0) + sign * by.units
    orders[place] = (orders[place] ?? 0) + sign * by.orders
  }
  for (const [at, share] of waiting.entries()) add(waits[at] as number, 1, share)
  for (const { piece, sign } of pieces)
    for (let at = 0; at < piece.places.length; at++)
      add(piece.places[at] as number, sign, {
        gross: piece.gross[at] as number,
        units: piece.units[at] as number,
        orders: piece.orders[at] as number,
      })
  return bestAmong(names, { gross, units, orders })
}

/** Few are kept while all are looked at; the least of them says at once that most are not among them. */
function bestAmong(names: readonly string[], { gross, units, orders }: Omit<DailyTotals, 'stamp' | 'places'>): Share[] {
  const { topMax } = limits.sales
  let best: Share[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let at = 0; at < names.length; at++) {
    const share = { gross: gross[at] as number, units: units[at] as number, orders: orders[at] as number }
    if (share.gross < least || (share.gross === 0 && share.units === 0 && share.orders === 0)) continue
    best.push({ id: names[at] as string, ...share })
    if (best.length < topMax * 20) continue
    best = best.toSorted(byWorth).slice(0, topMax)
    least = best.at(-1)?.gross ?? least
  }
  return best.toSorted(byWorth).slice(0, topMax)
}
