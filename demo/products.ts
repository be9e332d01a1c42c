import { type Calendar, hourMs } from './calendar.ts'
import type { Context } from './context.ts'
import { makeListing } from './listing.ts'
import type { People, Seller, User } from './people.ts'
import { type Random, random } from './random.ts'
import { beginWalk, type Made, type ProductRow, type Walk } from './walk.ts'
import { categories } from './words/goods.ts'
import { type Reason, reasons, takeDowns } from './words/reasons.ts'

/** The final state of a product. */
type Fate = 'approved' | 'recent' | 'decidedToday' | 'pending' | 'draft' | 'withdrawn' | 'rejected' | 'takenDown' | 'archived'

/** Per hundred products that are not pending. */
const shares: readonly (readonly [Fate, number])[] = [
  ['approved', 76],
  ['recent', 8],
  ['archived', 5.5],
  ['rejected', 4.5],
  ['draft', 3.5],
  ['withdrawn', 1],
  ['takenDown', 0.7],
  ['decidedToday', 0.8],
]

type About = { context: Context; admins: readonly User[]; chance: Random }

/** Every product ever listed, each with its walk through the moves. Older sellers have listed more. */
export function makeProducts(context: Context, { admins, sellers }: People): Made[] {
  const taken = new Map<string, { titles: Set<string>; count: number }>()
  const active = sellers.filter(({ until }) => until === Number.POSITIVE_INFINITY)
  const weights = new Map(sellers.map((seller, at) => [seller, 2.2 - at / sellers.length + random(seller.shop.name).next()]))
  return Array.from({ length: context.size.products }, (_, at) => {
    // Each has its own random source: what happens to one product does not affect the others.
    const chance = random(`product ${at}`)
    // Those that wait came last.
    const fate: Fate = at >= context.size.products - context.size.pending ? 'pending' : chance.weighted(shares, ([, weight]) => weight)[0]
    const late = fate === 'pending' || fate === 'recent' || fate === 'decidedToday' || fate === 'draft'
    const seller = late
      ? chance.pick(active)
      : at < sellers.length * 2
        ? (sellers[at % sellers.length] ?? chance.pick(sellers))
        : chance.weighted(sellers, (one) => weights.get(one) ?? 1)
    const shop = taken.get(seller.user.id) ?? { titles: new Set<string>(), count: 0 }
    taken.set(seller.user.id, { ...shop, count: shop.count + 1 })
    const listing = makeListing(seller, shop.count + 1, chance, shop.titles)
    const begun = beginWalk(context.eventLog, seller, listing, createdAt(context.calendar, seller, fate, chance), chance, fate === 'draft')
    fates[fate]({ context, admins, chance }, begun)
    return begun.made
  })
}

function createdAt(calendar: Calendar, { from, until }: Seller, fate: Fate, chance: Random): number {
  const waiting = chance.weighted([0, 1, 2, 3, 4], (ago) => [5, 4, 3, 2, 1][ago] ?? 0)
  if (fate === 'pending') return calendar.at(waiting, waiting === 0 ? chance.next() * 0.97 : 0.3 + 0.6 * chance.next())
  if (fate === 'recent') return calendar.at(chance.int(2, 14), 0.3 + 0.6 * chance.next())
  if (fate === 'decidedToday') return calendar.at(1, 0.55 + 0.35 * chance.next())
  const first = from + 6 * hourMs
  const last = Math.min(until, calendar.midnight(0)) - 14 * 24 * hourMs
  if (fate === 'draft') return Math.max(from + hourMs, calendar.at(chance.int(1, 60), 0.3 + 0.6 * chance.next()))
  if (last <= first) return first
  // Most products of a shop are listed soon after it opens.
  return Math.floor(first + (last - first) * chance.next() ** 2.2)
}

const decided = (at: number, chance: Random) => at + Math.min(60, Math.max(0.3, chance.around(6, 0.9))) * hourMs

const submittedAt = ({ row }: Made): number => (row.submittedAt ?? row.createdAt).getTime()

/** Rejected, corrected and submitted again: the change is in the fields the reason was about. */
function secondTry({ admins, chance }: About, walk: Walk): void {
  const { made } = walk
  const [reason, before] = refusable(made, chance)
  const at = decided(submittedAt(made), chance)
  walk.reject(at, chance.pick(admins), reason)
  const corrected = at + chance.around(20, 0.6) * hourMs
  walk.edit(corrected, before)
  walk.submit(corrected + 30_000)
}

/** A fitting reason, and the values when it was given. */
function refusable({ row }: Made, chance: Random): readonly [Reason, Partial<ProductRow>] {
  const fitting: readonly (readonly [string, Partial<ProductRow>])[] = [
    ['incomplete', { description: row.description.split('\n')[0]?.replaceAll('*', '') ?? '' }],
    ['price_error', { price: (row.price ?? 100) * 10 }],
    ['wrong_category', { category: chance.pick(categories.filter((category) => category !== row.category)) }],
    ['misleading', { tags: [...row.tags, 'designer', 'original'] }],
    ...(row.images.length > 1 ? [['image_quality', { images: row.images.slice(0, 1) }] as const] : []),
  ]
  const [code, before] = chance.pick(fitting)
  const matching = reasons.filter(
    (reason) => reason.code === code && Object.keys(before).every((field) => reason.fields.some((one) => one === field)),
  )
  return [chance.pick(matching.length > 0 ? matching : reasons.filter((reason) => reason.code === code)), before]
}

function onSale(about: About, walk: Walk): number {
  const { admins, chance, context } = about
  if (chance.chance(0.13)) secondTry(about, walk)
  const at = Math.min(decided(submittedAt(walk.made), chance), context.calendar.midnight(0) - hourMs)
  walk.approve(at, chance.pick(admins))
  return at
}

/** A new price within the range that needs no review. */
function reprice({ chance, context }: About, { made, edit }: Walk, from: number): void {
  const end = Math.min(context.calendar.midnight(0), made.seller.until)
  const at = from + (end - from) * (0.2 + 0.6 * chance.next())
  const price = made.row.price ?? 100
  if (at - from < 24 * hourMs) return
  made.row.price = Math.round((price * (0.85 + 0.3 * chance.next())) / 10) * 10
  made.prices.push({ from: at, price: made.row.price })
  edit(at, { price })
}

const fates: Record<Fate, (about: About, walk: Walk) => void> = {
  approved: (about, walk) => {
    const at = onSale(about, walk)
    const { chance, context } = about
    if (chance.chance(0.14)) return reprice(about, walk, at)
    const pause = at + chance.int(10, 40) * 24 * hourMs
    if (chance.chance(0.05) && pause + 20 * 24 * hourMs < Math.min(context.calendar.midnight(0), walk.made.seller.until)) {
      walk.archive(pause, walk.made.seller.user)
      walk.restore(pause + chance.int(5, 18) * 24 * hourMs, walk.made.seller.user)
    }
  },
  recent: ({ admins, chance, context }, walk) => {
    const at = Math.min(decided(submittedAt(walk.made), chance), context.calendar.midnight(0) - hourMs)
    if (chance.chance(0.8)) walk.approve(at, chance.pick(admins))
    else walk.reject(at, chance.pick(admins), refusable(walk.made, chance)[0])
  },
  decidedToday: ({ admins, chance, context }, walk) => {
    const at = context.calendar.at(0, 0.3 + 0.6 * chance.next())
    if (chance.chance(0.75)) walk.approve(at, chance.pick(admins))
    else walk.reject(at, chance.pick(admins), refusable(walk.made, chance)[0])
  },
  pending: (about, walk) => {
    const { chance, context, admins } = about
    const at = submittedAt(walk.made)
    if (at > context.calendar.midnight(1) || chance.chance(0.7)) return
    // Submitted again, after a quick rejection.
    const [reason, before] = refusable(walk.made, chance)
    walk.reject(at + 0.7 * hourMs, chance.pick(admins), reason)
    walk.edit(at + 2 * hourMs, before)
    walk.submit(at + 2.1 * hourMs)
  },
  draft: () => {},
  withdrawn: ({ chance }, walk) => walk.withdraw(submittedAt(walk.made) + chance.around(2, 0.5) * hourMs),
  rejected: (about, walk) => {
    const { admins, chance } = about
    if (chance.chance(0.3)) secondTry(about, walk)
    walk.reject(decided(submittedAt(walk.made), chance), chance.pick(admins), chance.pick(reasons))
  },
  takenDown: (about, walk) => {
    const at = onSale(about, walk)
    walk.reject(later(about, walk, at), about.chance.pick(about.admins), about.chance.pick(takeDowns))
  },
  archived: (about, walk) => {
    const at = onSale(about, walk)
    walk.archive(later(about, walk, at), about.chance.chance(0.25) ? about.chance.pick(about.admins) : walk.made.seller.user)
  },
}

/** A time between then and the end of yesterday, or of the shop. */
function later({ chance, context }: About, { made }: Walk, at: number): number {
  const end = Math.min(context.calendar.midnight(0), made.seller.until)
  return at + Math.max(hourMs, (end - at) * (0.3 + 0.6 * chance.next()))
}

/** Its price at a given time. */
export const priceAt = ({ prices }: Made, at: number): number => prices.findLast(({ from }) => from <= at)?.price ?? prices[0]?.price ?? 0

/** True if buyers could order it at a given time. */
export const isOnSale = ({ onSale }: Made, at: number): boolean => onSale.some(({ from, to }) => from <= at && at < to)
