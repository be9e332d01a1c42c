import type { EventKind } from '#domain/event.ts'
import { isTakeDown } from '#domain/product-rules.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'

/** What a notice says, and to whom (product §6). */
export type Notice = {
  to: 'admins' | 'operators' | 'sellers' | 'seller' | 'owner' | 'formerOwner' | 'sellerBefore' | 'person'
  status: 'pending' | 'approved' | 'rejected' | null
  message: string
}

type Told = (title: string, event: FedEvent) => Notice | readonly Notice[] | null

const nobody: Told = () => null
const toOwner = (status: Notice['status'], message: string): Notice => ({ to: 'owner', status, message })
/** To admins, about the installation and no product. */
const toOperators = (message: string): Notice => ({ to: 'operators', status: null, message })
/** What somebody does with his own product is no news to him. */
const ifByAdmin =
  (told: Told): Told =>
  (title, event) =>
    event.actorId === event.ownerId ? null : told(title, event)
const restored: Told = (title, { after }) =>
  after?.status === 'pending'
    ? toOwner('pending', `${title} was restored by an administrator and is waiting for review.`)
    : toOwner('approved', `${title} was restored by an administrator.`)

const dropped = (before: FedEvent['before']) => (before?.editRequestId ? ' Your pending change was closed.' : '')

/** Whom each event is told, in which words. */
export const notices: Record<EventKind, Told> = {
  'product.create': nobody,
  'product.submit': (title) => ({ to: 'admins', status: 'pending', message: `${title} is waiting for review.` }),
  'product.edit': nobody,
  'product.withdraw': nobody,
  'product.approve': (title) => toOwner('approved', `${title} was approved.`),
  'product.reject': (title, event) => toOwner('rejected', `${title} was ${isTakeDown(event) ? 'taken down' : 'rejected'}.`),
  'product.archive': ifByAdmin((title) => toOwner('rejected', `${title} was archived by an administrator.`)),
  'product.restore': ifByAdmin(restored),
  'product.assign': (title, { before }) => [
    { to: 'owner', status: null, message: `${title} was assigned to you by an administrator.` },
    { to: 'sellerBefore', status: null, message: `${title} was assigned to another seller by an administrator.${dropped(before)}` },
  ],
  'product.delete': ifByAdmin((title) => ({ to: 'formerOwner', status: null, message: `${title} was deleted by an administrator.` })),
  'editRequest.create': (title) => ({ to: 'admins', status: 'pending', message: `A change of ${title} is waiting for review.` }),
  'editRequest.edit': nobody,
  'editRequest.withdraw': nobody,
  'editRequest.approve': (title) => toOwner('approved', `Your change of ${title} was approved.`),
  'editRequest.approvePartly': (title) => toOwner('approved', `A part of your change of ${title} was approved.`),
  'editRequest.reject': (title) => toOwner('rejected', `Your change of ${title} was rejected.`),
  'editRequest.supersede': nobody,
  'user.register': nobody,
  'user.profile': nobody,
  'user.password': nobody,
  'user.email': nobody,
  'user.secondFactor': nobody,
  'user.role': nobody,
  'user.signOut': nobody,
  'user.suspend': () => ({ to: 'person', status: null, message: 'Your account was suspended.' }),
  'user.reactivate': () => ({ to: 'person', status: null, message: 'Your account is active again.' }),
  'user.close': nobody,
  'user.invite': nobody,
  'user.uninvite': nobody,
  // Goes out in batches of its own (deliver-messages.ts).
  'message.send': nobody,
  'message.stop': nobody,
  'order.placed': (_, { title }) => ({ to: 'sellers', status: null, message: `Order ${title} is waiting to be shipped.` }),
  'order.paid': nobody,
  'order.refunded': nobody,
  'order.shipped': nobody,
  'order.delivered': nobody,
  // Without the reason: it stands in the order, where it goes once the buyer is erased.
  'order.cancelled': (_, { title, after }) => ({
    to: 'seller',
    status: null,
    message: `${after?.quantity} × ${after?.title} of order ${title} was cancelled. Do not ship it.`,
  }),
  'order.erased': nobody,
  'settings.edit': nobody,
  'apiKey.create': nobody,
  'apiKey.revoke': nobody,
  // Told per message, to whoever is to answer or has asked (server/chats/notify-of-messages.ts).
  'chat.message': nobody,
  'chat.solve': nobody,
  'chat.reopen': nobody,
  'chat.assign': nobody,
  'chat.block': nobody,
  'chat.unblock': nobody,
  'webhook.create': nobody,
  'webhook.edit': nobody,
  'webhook.reveal': nobody,
  'webhook.rotate': nobody,
  'webhook.delete': nobody,
  'webhook.disable': (_, { title }) =>
    toOperators(`The webhook to ${title} was switched off: it answered that nothing more is wanted there.`),
  'webhook.fail': (_, { title }) => toOperators(`The webhook to ${title} has accepted nothing for a day.`),
}

/** After these nothing of the product waits any more: the admins' notices of it have done their work (product §6). */
const settling: ReadonlySet<EventKind> = new Set([
  ...(['product.approve', 'product.reject', 'product.withdraw', 'product.delete'] as const),
  ...(['editRequest.withdraw', 'editRequest.approve', 'editRequest.approvePartly', 'editRequest.reject', 'editRequest.supersede'] as const),
])
export const settles = ({ kind }: FedEvent): boolean => settling.has(kind)

/** True for an event that changes what bells say. */
export const isNoticed = (kind: EventKind): boolean => notices[kind] !== nobody || settling.has(kind)

/** What a sentence calls a product. */
export const called = (title: string | null): string => (title ? `“${title}”` : 'A product')

/** Where a notice leads: admins to the item in its queue, an owner to his product, or to all of them where it is about none. */
export function linkOf({ to }: Notice, { kind, itemId }: Pick<FedEvent, 'kind' | 'itemId'>, productId: string | null): string | null {
  if (to === 'person') return null
  if (to === 'sellers' || to === 'seller') return `/seller/orders/${encodeURIComponent(itemId)}`
  if (to === 'operators') return `/admin/settings/webhooks/${encodeURIComponent(itemId)}`
  if (to === 'owner' && productId !== null) return `/seller/products/edit/${encodeURIComponent(productId)}`
  // The product is gone, or an imported request never named one; the list shows what is left.
  if (to !== 'admins') return '/seller/products'
  if (kind.startsWith('editRequest.')) return `/admin/edit-requests?request=${encodeURIComponent(itemId)}`
  return `/admin/product-approval?product=${encodeURIComponent(productId ?? itemId)}`
}
