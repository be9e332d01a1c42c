import type { ProductRow } from '#contract/products.ts'
import type { UserRow } from '#contract/users.ts'
import type { OrderRow, SellerOrderRow } from '#domain/order.ts'
import { shopAndName } from '#domain/person-names.ts'
import type { ProductStatus } from '#domain/product.ts'
import { productStatuses } from '#domain/product-rules.ts'
import type { Role } from '#domain/user.ts'
import type { Destination } from '#web/app/palette/destinations.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'

type FoundOrder = OrderRow | SellerOrderRow

/** A hit with the row itself, for its picture and status. */
export type Hit = Destination & { about: string } & (
    | { kind: 'product'; of: ProductRow }
    | { kind: 'person'; of: UserRow }
    | { kind: 'order'; of: FoundOrder }
  )

/** With fewer characters the server's indexes do not help, and too many rows match. */
export const searchFrom = 3
/** How many of each kind are asked for and shown; the lists have the rest. */
const asked = 10
const shown = { product: 6, person: 4, order: 3 }

/** The best hits. `hasMore`: there are others. `more`: the statuses that have other products. */
export type Found = { hits: Hit[]; hasMore: boolean; more: ProductStatus[] }
const nothing = { rows: [], next: null }

/**
 * What this person may see whose title, name, number, SKU or e-mail address contains the text: the order with exactly this number first,
 * because pages of other orders may come before it, then products of any status.
 */
export async function findHits(role: Role, search: string, signal: AbortSignal): Promise<Found> {
  const input = { search, limit: asked }
  const ordersOf = (asked: { search?: string; number?: string; limit: number }) =>
    role === 'admin' ? client.orders.list(asked, { signal }) : client.orders.listOwn(asked, { signal })
  const [pages, people, orders, exact] = await Promise.all([
    Promise.all(productPages(role, input, signal)),
    role === 'admin' ? client.users.list(input, { signal }) : nothing,
    ordersOf(input),
    /^\d+$/.test(search) ? ordersOf({ number: search, limit: 1 }) : nothing,
  ])
  const rows = pages.flatMap((page) => page.rows).toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  const products = bestFirst(rows, search, ({ title }) => [title])
  const exactOrders: FoundOrder[] = exact.rows
  const others = (orders.rows as FoundOrder[]).filter(({ id }) => id !== exactOrders[0]?.id)
  const kinds = [
    productHits(role, products),
    bestFirst<UserRow>(people.rows, search, namesOfPerson).map(personHit),
    orderHits(
      role,
      bestFirst(others, search, ({ number, buyerName }) => [number, buyerName]),
    ),
  ]
  const best = kinds.map((hits) => hits.filter(({ kind }, at) => at < shown[kind]))
  // Before the products of a shop comes the shop whose name begins with the text.
  const isCalled = (hit: Hit) => hit.kind === 'person' && beginsWith(search, namesOfPerson(hit.of))
  const [called, rest] = [best.map((hits) => hits.filter(isCalled)), best.map((hits) => hits.filter((hit) => !isCalled(hit)))]
  const left = products.slice(shown.product).map(({ status }) => status)
  return {
    hits: [...orderHits(role, exactOrders), ...called.flat(), ...rest.flat()],
    hasMore:
      [...pages, people, orders].some(({ next }) => next !== null) || best.some((hits, at) => hits.length < (kinds[at]?.length ?? 0)),
    more: productStatuses.filter((status, at) => left.includes(status) || (role === 'admin' && pages[at]?.next != null)),
  }
}

/** For admins a page of each status: the queue has no page of all of them. */
const productPages = (role: Role, input: { search: string; limit: number }, signal: AbortSignal) =>
  role === 'admin'
    ? productStatuses.map((status) => client.products.queue({ ...input, status, sort: 'newest' }, { signal }))
    : [client.products.list(input, { signal })]

/** Rows with a name that begins with the text, then the others; each in their order. */
function bestFirst<Row>(rows: readonly Row[], search: string, namesOf: (row: Row) => string[]): Row[] {
  const begins = (row: Row) => beginsWith(search, namesOf(row))
  return rows.toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
}

function beginsWith(search: string, names: string[]): boolean {
  const lowerCase = search.toLocaleLowerCase()
  return names.some((name) => name.toLocaleLowerCase().startsWith(lowerCase))
}

const namesOfPerson = ({ name, shopName, email }: UserRow) => [name, shopName, email]

const productHits = (role: Role, rows: readonly ProductRow[]): Hit[] =>
  rows.map((of) => ({
    kind: 'product',
    of,
    href: `/${role}/products/${of.id}`,
    text: of.title,
    about: role === 'admin' ? (of.seller ? shopAndName(of.seller) : '') : (of.sku ?? ''),
  }))

const personHit = (of: UserRow): Hit => ({ kind: 'person', of, href: `/admin/users/${of.id}`, text: shopAndName(of), about: of.email })

const orderHits = (role: Role, rows: readonly FoundOrder[]): Hit[] =>
  rows.map((of) => ({
    kind: 'order',
    of,
    href: `/${role}/orders/${of.id}`,
    text: t('orders.called', { number: of.number }),
    about: of.buyerName,
  }))
