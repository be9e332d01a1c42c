import type { users } from '#server/platform/database/tables/users.ts'
import { type Context, openedAgo, yearDays } from './context.ts'
import { idAt } from './event-log.ts'
import { random } from './random.ts'
import { firstNames, lastNames } from './words/names.ts'
import { suspensionReasons } from './words/reasons.ts'
import { diallingCodes, type Shop, shops } from './words/shops.ts'

export type User = typeof users.$inferSelect
/** A seller, the time they started to sell, and the time of their suspension, if any. */
export type Seller = { user: User; shop: Shop; from: number; until: number }
export type People = { admins: User[]; sellers: Seller[]; others: User[] }

const ascii = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\w ]/g, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '.')

const person = (id: string, name: string, email: string, at: number): User => ({
  id,
  name,
  email,
  emailVerified: true,
  image: null,
  role: 'seller',
  status: 'active',
  suspensionReason: null,
  shopName: '',
  phone: '',
  address: '',
  about: '',
  extra: [],
  pendingEmail: null,
  notify: null,
  suspendedAt: null,
  suspendedBy: null,
  createdAt: new Date(at),
  updatedAt: new Date(at),
})

/** The admins, the sellers, and people who only signed up. */
export function makePeople(context: Context): People {
  const chance = random('people')
  const admins = makeAdmins(context)
  const days = shopDays(context.size.shops)
  const sellers = pickShops(context.size.shops).map((shop, at) => {
    const from = context.calendar.at(days[at] ?? yearDays, 0.35 + 0.3 * chance.next())
    const user = person(idAt(from, chance), shop.owner, `${ascii(shop.owner)}@example.com`, from)
    return {
      shop,
      from,
      until: Number.POSITIVE_INFINITY,
      user: { ...user, shopName: shop.name, about: shop.about, address: shop.place, phone: phone(shop.place, chance.int(100, 999)) },
    }
  })
  const people = { admins, sellers, others: makeOthers(context, new Set(sellers.map(({ user }) => user.email))) }
  for (const { id, name, createdAt, role } of [...admins, ...sellers.map(({ user }) => user), ...people.others])
    context.eventLog.record(createdAt.getTime(), 'user.register', {
      itemId: id,
      ownerId: id,
      actorId: role === 'admin' && id === admins[0]?.id ? null : id,
      title: name,
    })
  suspend(context, people)
  return people
}

/** An invented number, with the code of the country the shop is in. */
const phone = (place: string, digits: number) => `+${diallingCodes[place.split(', ').at(-1) ?? '']} 555 0${digits}`

/** The last shop of the list is the suspended one, whatever the number of shops. */
const pickShops = (count: number) => [...shops.slice(0, Math.min(count, shops.length) - 1), ...shops.slice(-1)]

/** The first eight were there from the beginning; the others joined over the year, at an increasing rate. The last is not the newest. */
const shopDays = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    at === count - 1 ? 160 : at < 8 ? openedAgo - 6 - at * 3 : Math.round(yearDays * (1 - ((at - 8) / (count - 8)) ** 0.8)) + 16,
  )

function makeAdmins({ calendar, supportEmail }: Context): User[] {
  const chance = random('admins')
  const team = [
    ['Mara Lindqvist', supportEmail, 0],
    ['Jonas Weber', 'jonas@harbourandhill.example', 1],
    ['Aisha Rahman', 'aisha@harbourandhill.example', 3],
  ] as const
  return team.map(([name, email, later]) => {
    const at = calendar.at(openedAgo - later, 0.4)
    return { ...person(idAt(at, chance), name, email, at), role: 'admin' }
  })
}

/** More on weekdays than at weekends, more in autumn than in summer, and more every month. */
function makeOthers({ calendar, size }: Context, taken: Set<string>): User[] {
  const chance = random('sign-ups')
  const weekly = [0.7, 1.25, 1.2, 1.1, 1.05, 0.95, 0.75]
  const days = Array.from({ length: yearDays }, (_, ago) => ({
    ago,
    weight: (weekly[calendar.weekday(ago)] ?? 1) * (1.4 - ago / yearDays) * (0.75 + chance.next() / 2),
  }))
  return Array.from({ length: size.others }, () => {
    const { ago } = chance.weighted(days, ({ weight }) => weight)
    const at = calendar.at(ago, 0.3 + 0.6 * chance.next())
    const first = chance.pick(firstNames)
    const last = chance.pick(lastNames)
    const free = ['', ...Array.from({ length: 99 }, (_, number) => number + 2)]
      .map((number) => `${ascii(`${first} ${last}`)}${number}@example.com`)
      .find((email) => !taken.has(email))
    const email = free ?? `${idAt(at, chance)}@example.com`
    taken.add(email)
    return { ...person(idAt(at, chance), `${first} ${last}`, email, at), emailVerified: chance.chance(0.8) }
  }).toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

/** Suspends the last shop, and a person who never opened theirs. */
function suspend({ calendar, eventLog }: Context, { admins, sellers, others }: People): void {
  const [, , admin] = admins
  const last = sellers.at(-1)
  const stranger = others.at(Math.floor(others.length / 3))
  for (const [place, user] of [last?.user, stranger].entries()) {
    if (!user || !admin) continue
    const at = calendar.at(place === 0 ? 6 : 41, 0.48)
    if (place === 0 && last) last.until = at
    const reason = suspensionReasons[place] ?? suspensionReasons[0]
    Object.assign(user, {
      status: 'suspended',
      suspensionReason: reason,
      suspendedAt: new Date(at),
      suspendedBy: admin.id,
      updatedAt: new Date(at),
    })
    const changed = { fields: ['status'], before: { status: 'active' }, after: { status: 'suspended' }, reason }
    eventLog.record(at, 'user.suspend', { itemId: user.id, ownerId: user.id, actorId: admin.id, title: user.name, ...changed })
  }
}
