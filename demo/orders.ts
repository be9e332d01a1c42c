import { limits } from '#server/platform/limits/limits.ts'
import { makeBuyers } from './buyers.ts'
import { hourMs } from './calendar.ts'
import { type Context, yearDays } from './context.ts'
import { type Orders, settle } from './order-ledger.ts'
import type { People } from './people.ts'
import { placeOrder, type Wanted } from './place-order.ts'
import { isOnSale } from './products.ts'
import { type Random, random } from './random.ts'
import type { Made } from './walk.ts'

/** A year of orders: more every month, most in the weeks before Christmas, fewest in summer, more on Sundays and Mondays. */
export function makeOrders(context: Context, { admins, sellers }: People, products: readonly Made[]): Orders {
  const chance = random('orders')
  const made: Orders = { orders: [], buyers: [], lines: [], sellers: [], refunds: [], entries: [] }
  const until = new Map(sellers.map((seller) => [seller.user.id, seller.until]))
  const about = { context, admins, chance, eventLog: context.eventLog, made, until }
  const buyers = makeBuyers(Math.ceil(context.size.orders / 2.4))
  const sellable = products.filter(({ onSale }) => onSale.length > 0)
  const liked = new Map(sellable.map((one) => [one, chance.next() ** 4 + 0.02]))
  for (const [place, at] of moments(context, chance).entries()) {
    const open = sellable.filter((one) => isOnSale(one, at))
    if (open.length === 0) continue
    const basket = pickBasket(open, (one) => liked.get(one) ?? 0, chance)
    // A former buyer is more likely to buy than a new one.
    placeOrder(about, {
      number: limits.order.firstNumber + made.orders.length,
      external: `HH-${100_200 + place}`,
      at,
      basket,
      buyer: chance.pick(buyers),
    })
  }
  settle(made)
  return made
}

const monthly = [0.86, 0.88, 0.94, 0.98, 1, 0.9, 0.78, 0.8, 0.98, 1.08, 1.42, 1.62] as const
const weekly = [1.25, 1.15, 0.98, 0.95, 0.94, 0.9, 0.85] as const

/** When orders arrive, sorted; those of today up to now. */
function moments({ calendar, size }: Context, chance: Random): number[] {
  const days = Array.from({ length: yearDays }, (_, ago) => {
    const season = (monthly[calendar.month(ago)] ?? 1) * (weekly[calendar.weekday(ago)] ?? 1)
    return { ago, weight: season * (1.35 - ago / yearDays) * (0.8 + 0.4 * chance.next()) }
  })
  const sum = days.reduce((total, { weight }) => total + weight, 0)
  const times = days.flatMap(({ ago, weight }) => {
    const wanted = (size.orders * weight) / sum
    const hours = Array.from({ length: Math.floor(wanted + chance.next()) }, () => hourOf(chance))
    if (ago > 0) return hours.map((hour) => calendar.at(ago, hour / 24))
    // Today is like other days up to now, and never without an order.
    const today = hours.map((hour) => calendar.midnight(0) + hour * hourMs).filter((at) => at < calendar.now)
    return [...today, ...[0.4, 0.7, 0.9].map((share) => calendar.at(0, share))]
  })
  return times.toSorted((one, other) => one - other)
}

/** Busy in the morning, at noon and in the evening, and never quite still. */
const hourOf = (chance: Random) =>
  chance.chance(0.1)
    ? 0.1 + 23.8 * chance.next()
    : Math.min(23.9, chance.pick([9, 13, 20]) + 2.4 * (chance.next() + chance.next() + chance.next() - 1.5))

function pickBasket(open: readonly Made[], likes: (one: Made) => number, chance: Random): Wanted[] {
  const count = chance.weighted([1, 2, 3, 4, 5], (lines) => [0, 52, 27, 13, 6, 2][lines] ?? 0)
  const picked = new Set(Array.from({ length: count }, () => chance.weighted(open, likes)))
  return [...picked].map((product) => ({ product, quantity: chance.weighted([1, 2, 3, 4], (pieces) => [0, 78, 15, 4, 3][pieces] ?? 0) }))
}
