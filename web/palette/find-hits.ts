import type { ProductRow } from '#contract/products.ts'
import type { UserRow } from '#contract/users.ts'
import type { OrderRow, SellerOrderRow } from '#domain/order.ts'
import { productStatuses } from '#domain/product-rules.ts'
import type { Role } from '#domain/user.ts'
import { client } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import type { Destination } from '#web/palette/destinations.ts'

/** Something found, and the thing itself, for its picture and status. */
export type Hit = Destination & { about: string } & (
    | { kind: 'product'; of: ProductRow }
    | { kind: 'person'; of: UserRow }
    | { kind: 'order'; of: OrderRow | SellerOrderRow }
  )

/** Below so many characters the indexes of the server do not help, and too much is found. */
export const searchFrom = 3
/** How many of each kind are shown; the lists have the rest. */
const shown = { product: 6, person: 4, order: 3 }

/** What this person may see whose title, name, number, SKU or e-mail address holds the text: products of any status first. */
export async function findHits(role: Role, search: string, signal: AbortSignal): Promise<Hit[]> {
  const wanted = (limit: number) => ({ search, limit })
  if (role === 'seller') {
    const [products, orders] = await Promise.all([
      client.products.list(wanted(shown.product), { signal }),
      client.orders.listOwn(wanted(shown.order), { signal }),
    ])
    return [...productHits(role, products.rows), ...orderHits(role, orders.rows)]
  }
  const [products, people, orders] = await Promise.all([
    // A status each: the queue knows no page of all of them.
    Promise.all(productStatuses.map((status) => client.products.queue({ ...wanted(shown.product), status, sort: 'newest' }, { signal }))),
    client.users.list(wanted(shown.person), { signal }),
    client.orders.list(wanted(shown.order), { signal }),
  ])
  const rows = bestFirst(
    products.flatMap((page) => page.rows),
    search,
  )
  return [...productHits(role, rows.slice(0, shown.product)), ...people.rows.map(personHit), ...orderHits(role, orders.rows)]
}

/** Titles that begin with the text, then the others; the newest of each first. */
function bestFirst(rows: readonly ProductRow[], search: string): ProductRow[] {
  const begins = ({ title }: ProductRow) => title.toLocaleLowerCase().startsWith(search.toLocaleLowerCase())
  return rows.toSorted((one, other) => Number(begins(other)) - Number(begins(one)) || other.created_at.localeCompare(one.created_at))
}

const productHits = (role: Role, rows: readonly ProductRow[]): Hit[] =>
  rows.map((of) => ({
    kind: 'product',
    of,
    href: `/${role}/products/${of.id}`,
    text: of.title,
    about: (role === 'admin' ? of.sellerName : of.sku) ?? '',
  }))

const personHit = (of: UserRow): Hit => ({ kind: 'person', of, href: `/admin/users/${of.id}`, text: of.name, about: of.email })

const orderHits = (role: Role, rows: readonly (OrderRow | SellerOrderRow)[]): Hit[] =>
  rows.map((of) => ({
    kind: 'order',
    of,
    href: `/${role}/orders/${of.id}`,
    text: t('orders.called', { number: of.number }),
    about: of.buyerName,
  }))
