import type { Hits } from '#contract/search.ts'
import type { UserRow } from '#contract/users.ts'
import { orderNumberIn } from '#domain/order-rules.ts'
import type { Person } from '#domain/person.ts'
import { shopAndName } from '#domain/person-names.ts'
import type { Role } from '#domain/user.ts'
import { hrefOf } from '#web/app/palette/recent.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** Something that was found, with its row for picture and status. `about`: what tells it from others of its name. */
export type Hit = { href: string; text: string; about: string } & (
  | { kind: 'product'; of: Hits['products'][number]; seller: Person | null }
  | { kind: 'person'; of: UserRow }
  | { kind: 'order'; of: Hits['orders'][number] }
  | { kind: 'chat'; of: Hits['chats'][number] }
)

/** All of an answer by kind, each in its order. */
export function hitsOf(role: Role, { products, people, orders, chats }: Hits): Hit[] {
  const byKind: Hit[][] = [
    products.map((of) => ({
      kind: 'product',
      of,
      href: hrefOf.products(role, of.id),
      text: of.title,
      about: of.sku ?? '',
      seller: role === 'admin' ? of.seller : null,
    })),
    people.map((of) => ({ kind: 'person', of, href: hrefOf.people(role, of.id), text: shopAndName(of), about: of.email })),
    orders.map((of) => ({
      kind: 'order',
      of,
      href: hrefOf.orders(role, of.id),
      text: t('orders.called', { number: of.number }),
      about: of.buyerName,
    })),
    chats.map((of) => ({ kind: 'chat', of, href: hrefOf.chats(role, of.id), text: shopAndName(of), about: '' })),
  ]
  return byKind.flat()
}

/** The same for a typed text: the order with exactly this number first, then people and shops whose name begins with it, before their products. */
export function bestFirst(role: Role, search: string, hits: Hits): Hit[] {
  const lowerCase = search.toLocaleLowerCase()
  const placeOf = (hit: Hit) => {
    if (hit.kind === 'order' && [search, orderNumberIn(search)].includes(hit.of.number)) return 0
    if (hit.kind !== 'person') return 2
    return [hit.of.name, hit.of.shopName, hit.of.email].some((name) => name.toLocaleLowerCase().startsWith(lowerCase)) ? 1 : 2
  }
  return hitsOf(role, hits).toSorted((one, other) => placeOf(one) - placeOf(other))
}
