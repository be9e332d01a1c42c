import type { EventKind } from '#domain/event.ts'
import { isTakeDown } from '#domain/product-rules.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'

/** The text of a notification and its recipients (product §6). */
export type Notice = {
  to: 'admins' | 'operators' | 'sellers' | 'seller' | 'owner' | 'formerOwner' | 'sellerBefore' | 'person'
  status: 'pending' | 'approved' | 'rejected' | 'archived' | null
  message: string
}

type NoticesOf = (title: string, event: FedEvent) => Notice | readonly Notice[] | null

const none: NoticesOf = () => null
const toOwner = (status: Notice['status'], message: string): Notice => ({ to: 'owner', status, message })
/** For admins, about the installation instead of a product. */
const toOperators = (message: string): Notice => ({ to: 'operators', status: null, message })
/** Sellers are not notified of what they do with their own product. */
const ifByAdmin =
  (noticesOf: NoticesOf): NoticesOf =>
  (title, event) =>
    event.actorId === event.ownerId ? null : noticesOf(title, event)
const restored: NoticesOf = (title, { after }) =>
  after?.status === 'pending'
    ? toOwner('pending', `${title} was restored by an administrator and is waiting for review.`)
    : toOwner('approved', `${title} was restored by an administrator.`)

const dropped = (before: FedEvent['before']) => (before?.editRequestId ? ' Your pending change was closed.' : '')

/** The recipients and the text of the notifications of each event. */
export const notices: Record<EventKind, NoticesOf> = {
  'product.create': none,
  'product.submit': (title) => ({ to: 'admins', status: 'pending', message: `${title} is waiting for review.` }),
  'product.edit': none,
  'product.withdraw': none,
  'product.approve': (title) => toOwner('approved', `${title} was approved.`),
  'product.reject': (title, event) => toOwner('rejected', `${title} was ${isTakeDown(event) ? 'taken down' : 'rejected'}.`),
  'product.archive': ifByAdmin((title) => toOwner('archived', `${title} was archived by an administrator.`)),
  'product.restore': ifByAdmin(restored),
  'product.assign': (title, { before }) => [
    { to: 'owner', status: null, message: `${title} was assigned to you by an administrator.` },
    { to: 'sellerBefore', status: null, message: `${title} was assigned to another seller by an administrator.${dropped(before)}` },
  ],
  'product.delete': ifByAdmin((title) => ({ to: 'formerOwner', status: null, message: `${title} was deleted by an administrator.` })),
  'editRequest.create': (title) => ({ to: 'admins', status: 'pending', message: `A change of ${title} is waiting for review.` }),
  'editRequest.edit': none,
  'editRequest.withdraw': none,
  'editRequest.approve': (title) => toOwner('approved', `Your change of ${title} was approved.`),
  'editRequest.approvePartly': (title) => toOwner('approved', `A part of your change of ${title} was approved.`),
  'editRequest.reject': (title) => toOwner('rejected', `Your change of ${title} was rejected.`),
  'editRequest.supersede': none,
  'user.register': none,
  'user.profile': none,
  'user.password': none,
  'user.email': none,
  'user.secondFactor': none,
  'user.role': none,
  'user.signOut': none,
  'user.suspend': () => ({ to: 'person', status: null, message: 'Your account was suspended.' }),
  'user.reactivate': () => ({ to: 'person', status: null, message: 'Your account is active again.' }),
  'user.close': none,
  'user.invite': none,
  'user.uninvite': none,
  // Delivered in batches (announcement-worker.ts).
  'message.send': none,
  'message.stop': none,
  'order.placed': (_, { title }) => ({ to: 'sellers', status: null, message: `Order ${title} is waiting to be shipped.` }),
  'order.paid': none,
  'order.refunded': none,
  'order.shipped': none,
  'order.delivered': none,
  // Without the reason: the order shows it, where it is deleted when the buyer is erased.
  'order.cancelled': (_, { title, after }) => ({
    to: 'seller',
    status: null,
    message: `${after?.quantity} × ${after?.title} of order ${title} was cancelled. Do not ship it.`,
  }),
  'order.erased': none,
  'settings.edit': none,
  'apiKey.create': none,
  'apiKey.revoke': none,
  // Notified per message, to the person who has to answer or has asked (server/chats/notify-of-messages.ts).
  'chat.message': none,
  'chat.solve': none,
  'chat.reopen': none,
  'chat.assign': none,
  'chat.block': none,
  'chat.unblock': none,
  'webhook.create': none,
  'webhook.edit': none,
  'webhook.reveal': none,
  'webhook.rotate': none,
  'webhook.delete': none,
  'webhook.disable': (_, { title }) =>
    toOperators(`The webhook to ${title} was switched off: it answered that nothing more is wanted there.`),
  'webhook.fail': (_, { title }) => toOperators(`The webhook to ${title} has accepted nothing for a day.`),
}

/** Events after which nothing of the product waits any more: the admins' notifications about it become read (product §6). */
const settling: ReadonlySet<EventKind> = new Set([
  ...(['product.approve', 'product.reject', 'product.withdraw', 'product.delete'] as const),
  ...(['editRequest.withdraw', 'editRequest.approve', 'editRequest.approvePartly', 'editRequest.reject', 'editRequest.supersede'] as const),
])
export const settles = ({ kind }: FedEvent): boolean => settling.has(kind)

/** True for an event that changes a bell. */
export const isNoticed = (kind: EventKind): boolean => notices[kind] !== none || settling.has(kind)

/** The name of a product in a sentence. */
export const called = (title: string | null): string => (title ? `“${title}”` : 'A product')

/** The link of a notification: admins come to the item in its queue, owners to their product, or to their list if it is about none. */
export function linkOf({ to }: Notice, { kind, itemId }: Pick<FedEvent, 'kind' | 'itemId'>, productId: string | null): string | null {
  if (to === 'person') return null
  if (to === 'sellers' || to === 'seller') return `/seller/orders/${encodeURIComponent(itemId)}`
  if (to === 'operators') return `/admin/settings/webhooks/${encodeURIComponent(itemId)}`
  if (to === 'owner' && productId !== null) return `/seller/products/edit/${encodeURIComponent(productId)}`
  // The product was deleted, or an imported request never named one: the list shows what is left.
  if (to !== 'admins') return '/seller/products'
  if (kind.startsWith('editRequest.')) return `/admin/edit-requests?request=${encodeURIComponent(itemId)}`
  return `/admin/product-approval?product=${encodeURIComponent(productId ?? itemId)}`
}
