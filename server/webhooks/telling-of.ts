import { inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { EventKind } from '#domain/event.ts'
import type { WebhookType } from '#domain/webhook.ts'
import type { Tx } from '#server/database/database.ts'
import { editRequests } from '#server/database/tables/edit-requests.ts'
import { products } from '#server/database/tables/products.ts'
import { users } from '#server/database/tables/users.ts'
import type { FedEvent } from '#server/events/consumers.ts'
import { onSale } from '#server/products/on-sale.ts'

/** What the outside is told of an event: its type and its data, in the specification's field names (docs/webhooks.md). */
export type Telling = { event: FedEvent; type: WebhookType; itemId: string; data: Record<string, unknown> }

type Known = {
  /** The product an edit request wants to change. */
  productOf: ReadonlyMap<string, string | null>
  products: ReadonlyMap<string, { status: string; title: string; sellerId: string | null; onSale: boolean }>
  sellers: ReadonlySet<string>
}
type Told = Omit<Telling, 'event'> | null
type Teller = (event: FedEvent, known: Known) => Told

/** Of what nobody sees in the shop nobody is told: also of a suspended seller's products, which left and return with him. */
const onSaleOnly =
  (type: WebhookType, about: (event: FedEvent) => Record<string, unknown> = () => ({})): Teller =>
  (event, { productOf, products }) => {
    const itemId = productOf.get(event.itemId) ?? event.itemId
    const product = products.get(itemId)
    if (!product?.onSale) return null
    return { type, itemId, data: { id: itemId, seller_id: product.sellerId, title: product.title, ...about(event) } }
  }

const removed = ({ itemId, ownerId }: FedEvent, reason: string): Told => ({
  ...{ type: 'product.removed', itemId },
  data: { id: itemId, seller_id: ownerId, reason },
})

/** An account that is no seller's means nothing to a shop. */
const ofSeller =
  (type: WebhookType): Teller =>
  ({ itemId }, { sellers }) =>
    sellers.has(itemId) ? { type, itemId, data: { id: itemId } } : null

/** Orders are told by their number and what happened; who bought is asked for with a key that may read it. */
const ofOrder =
  (type: WebhookType, ...facts: string[]): Teller =>
  ({ itemId, title, after }) => {
    const told = facts.flatMap((name) => (after?.[name] === undefined ? [] : [[name, after[name]]]))
    return { type, itemId, data: { id: itemId, number: title, ...Object.fromEntries(told) } }
  }
const line = ['line', 'quantity', 'status'] as const

/** That something was said, by whom, in which chat; what was said stays between them. */
const ofMessage: Teller = ({ itemId, ownerId, actorId, number }) => ({
  ...{ type: 'chat.message', itemId },
  data: { chatId: itemId, buyerId: ownerId, senderId: actorId, number },
})

const fieldsOf = ({ fields }: FedEvent) => ({ fields })

/** Nobody's business outside. */
const nobody: Teller = () => null

/**
 * What the outside is told of each kind of event. Whether something was on sale before, the history tells: archiving starts there by the
 * table of moves, the others say so.
 */
const tellers: Record<EventKind, Teller> = {
  'product.create': nobody,
  'product.submit': nobody,
  'product.edit': onSaleOnly('product.updated', fieldsOf),
  'product.withdraw': nobody,
  'product.approve': onSaleOnly('product.approved'),
  'product.reject': (event) => (event.before?.status === 'approved' ? removed(event, 'taken_down') : null),
  'product.archive': (event) => removed(event, 'archived'),
  'product.restore': (event, known) => (event.after?.status === 'approved' ? onSaleOnly('product.approved')(event, known) : null),
  'product.assign': onSaleOnly('product.updated', () => ({ fields: ['seller_id'] })),
  'product.delete': (event) => (event.before?.status === 'approved' ? removed(event, 'deleted') : null),
  'editRequest.create': nobody,
  'editRequest.edit': nobody,
  'editRequest.withdraw': nobody,
  'editRequest.approve': onSaleOnly('product.updated', fieldsOf),
  'editRequest.approvePartly': onSaleOnly('product.updated', fieldsOf),
  'editRequest.reject': nobody,
  'editRequest.supersede': nobody,
  'user.register': nobody,
  'user.profile': nobody,
  'user.password': nobody,
  'user.email': nobody,
  'user.secondFactor': nobody,
  'user.role': nobody,
  'user.suspend': ofSeller('seller.suspended'),
  'user.reactivate': ofSeller('seller.reactivated'),
  'user.close': nobody,
  'user.signOut': nobody,
  'user.invite': nobody,
  'user.uninvite': nobody,
  'message.send': nobody,
  'message.stop': nobody,
  'settings.edit': nobody,
  'order.placed': ofOrder('order.placed', 'total', 'source'),
  'order.paid': ofOrder('order.paid', 'amount', 'paymentStatus'),
  'order.refunded': ofOrder('order.refunded', 'amount', 'paymentStatus'),
  'order.shipped': ofOrder('order.shipped', ...line),
  'order.delivered': ofOrder('order.delivered', ...line),
  'order.cancelled': ofOrder('order.cancelled', ...line),
  'order.erased': ofOrder('order.erased'),
  'chat.message': ofMessage,
  'chat.solve': nobody,
  'chat.reopen': nobody,
  'chat.assign': nobody,
  'chat.block': nobody,
  'chat.unblock': nobody,
  'apiKey.create': nobody,
  'apiKey.revoke': nobody,
  'webhook.create': nobody,
  'webhook.edit': nobody,
  'webhook.reveal': nobody,
  'webhook.rotate': nobody,
  'webhook.delete': nobody,
  'webhook.disable': nobody,
  'webhook.fail': nobody,
}

/** What the outside is told of these events, in their order. */
export async function tellingsOf(batch: readonly FedEvent[], tx: Tx): Promise<Telling[]> {
  const events = batch.filter(({ kind }) => tellers[kind] !== nobody)
  if (events.length === 0) return []
  const known = await whatIsKnown(events, tx)
  return events.flatMap((event) => {
    const told = tellers[event.kind](event, known)
    return told ? [{ event, ...told }] : []
  })
}

const idsOf = (events: readonly FedEvent[], noun: string) =>
  events.filter(({ kind }) => kind.startsWith(`${noun}.`)).map(({ itemId }) => itemId)

const u = alias(users, 'u')

async function whatIsKnown(events: readonly FedEvent[], tx: Tx): Promise<Known> {
  const requestIds = idsOf(events, 'editRequest')
  const requests = await tx
    .select({ id: editRequests.id, productId: editRequests.productId })
    .from(editRequests)
    .where(inArray(editRequests.id, requestIds))
  const productOf = new Map(requests.map(({ id, productId }) => [id, productId]))
  const productIds = [...idsOf(events, 'product'), ...requests.flatMap(({ productId }) => productId ?? [])]
  const found = await tx
    .select({
      ...{ id: products.id, status: products.status, title: products.title, sellerId: products.sellerId },
      onSale: sql<boolean>`${onSale}`,
    })
    .from(products)
    .leftJoin(u, sql`${u.id} = ${products.sellerId}`)
    .where(inArray(products.id, productIds))
  const people = await tx
    .select({ id: users.id })
    .from(users)
    .where(sql`${inArray(users.id, idsOf(events, 'user'))} and ${users.role} = 'seller'`)
  return { productOf, products: new Map(found.map((row) => [row.id, row])), sellers: new Set(people.map(({ id }) => id)) }
}
