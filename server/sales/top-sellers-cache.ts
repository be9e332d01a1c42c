import type { SalesRange, TopOf } from '#domain/sales-rules.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type DailyTotals, type Part, stampsOf, sumDailyTotals } from '#server/sales/daily-totals.ts'
import { byWorth, type Share } from '#server/sales/revenue-shares.ts'

/** A node's cache of the best sold, in memory only, as it can be rebuilt. It only grows; when it is full, a new one is begun. */
type Cache = {
  /** All ids in the cache, and the index of each. */
  names: string[]
  places: Map<string, number>
  totals: Map<string, Promise<DailyTotals>>
  rankings: Map<string, { stamp: string; best: Share[] }>
  /** The number of sums in all totals. */
  sums: number
}

/** By the `feed` of the app they belong to. */
const cachesOf = new WeakMap<object, Map<TopOf, Cache>>()

function cacheOf(app: App, of: TopOf, sumsMax: number): Cache {
  const caches = cachesOf.get(app.feed) ?? new Map<TopOf, Cache>()
  cachesOf.set(app.feed, caches)
  const cached = caches.get(of)
  if (cached && cached.sums <= sumsMax) return cached
  // A full cache is replaced, not emptied: callers that are still adding up from it continue with it.
  const cache: Cache = { names: [], places: new Map(), totals: new Map(), rankings: new Map(), sums: 0 }
  caches.set(of, cache)
  return cache
}

/**
 * Returns the best sold of a range, rolled up and waiting, in a transaction with one snapshot. Only totals with a changed day are summed up
 * again, once for all simultaneous callers.
 */
export async function topSellersOf(
  app: App,
  tx: Tx,
  of: TopOf,
  parts: readonly Part[],
  waiting: readonly Share[],
  sumsMax: number = limits.sales.sumsMax,
): Promise<Share[]> {
  const cache = cacheOf(app, of, sumsMax)
  const stamps = await stampsOf(tx, parts)
  const key = parts.map(({ from, to, sign }) => `${from} ${to} ${sign}`).join(', ')
  const stamp = stamps.join(', ')
  const cached = cache.rankings.get(key)
  const ranking = cached?.stamp === stamp && waiting.length === 0 ? cached : null
  const best = ranking?.best ?? bestOf(cache, await loadTotals(cache, tx, of, parts, stamps), waiting)
  if (waiting.length === 0) cacheLatest(cache.rankings, key, { stamp, best }, limits.sales.cachedRangesMax)
  return best
}

/** Caches it as the last used one; the oldest are dropped. */
export function cacheLatest<Cached>(all: Map<string, Cached>, key: string, cached: Cached, max: number): void {
  all.delete(key)
  all.set(key, cached)
  for (const oldest of all.keys()) if (all.size > max) all.delete(oldest)
}

type Counted = { total: DailyTotals; sign: Part['sign'] }

async function loadTotals(cache: Cache, tx: Tx, of: TopOf, parts: readonly Part[], stamps: readonly string[]): Promise<Counted[]> {
  const found: Counted[] = []
  for (const [at, part] of parts.entries()) found.push({ total: await totalsOf(cache, tx, of, part, stamps[at] ?? ''), sign: part.sign })
  return found
}

async function totalsOf(cache: Cache, tx: Tx, of: TopOf, range: SalesRange, stamp: string): Promise<DailyTotals> {
  const { totals } = cache
  const key = `${range.from} ${range.to}`
  for (let cached = totals.get(key); cached; cached = totals.get(key)) {
    const total = await cached.catch(() => null)
    if (total?.stamp === stamp) return total
    // If another caller has begun to sum it up again meanwhile, that sum is looked at next.
    if (totals.get(key) !== cached) continue
    totals.delete(key)
    cache.sums -= total?.places.length ?? 0
  }
  const made = sumDailyTotals(tx, of, range, stamp, (id) => placeOf(cache, id))
  totals.set(key, made)
  const total = await made
  cache.sums += total.places.length
  return total
}

function placeOf({ names, places }: Cache, id: string): number {
  const cached = places.get(id)
  if (cached !== undefined) return cached
  places.set(id, names.length)
  return names.push(id) - 1
}

/** Adds up totals and waiting shares, and returns the best, best first, without those that are all zero. */
function bestOf(cache: Cache, totals: readonly Counted[], waiting: readonly Share[]): Share[] {
  const waits = waiting.map(({ id }) => placeOf(cache, id))
  const { names } = cache
  const gross = new Float64Array(names.length)
  const units = new Float64Array(names.length)
  const orders = new Float64Array(names.length)
  const add = (place: number, sign: number, by: Pick<Share, 'gross' | 'units' | 'orders'>) => {
    gross[place] = (gross[place] ?? 0) + sign * by.gross
    units[place] = (units[place] ?? 0) + sign * by.units
    orders[place] = (orders[place] ?? 0) + sign * by.orders
  }
  for (const [at, share] of waiting.entries()) add(waits[at] as number, 1, share)
  for (const { total, sign } of totals)
    for (let at = 0; at < total.places.length; at++)
      add(total.places[at] as number, sign, {
        gross: total.gross[at] as number,
        units: total.units[at] as number,
        orders: total.orders[at] as number,
      })
  return bestAmong(names, { gross, units, orders })
}

/** Keeps few while reading all: the least of them excludes most others at once. */
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
