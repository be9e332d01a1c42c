import type { EventKind } from '#domain/event.ts'
import type { FedEvent } from '#server/events/consumers.ts'

/** What a notice says, and to whom (product §6). */
export type Notice = { to: 'admins' | 'owner' | 'formerOwner'; status: 'pending' | 'approved' | 'rejected' | null; message: string }

type Told = (title: string, event: FedEvent) => Notice | null

const nobody: Told = () => null
const toOwner = (status: Notice['status'], message: string): Notice => ({ to: 'owner', status, message })
/** What somebody does with his own product is no news to him. */
const ifByAdmin =
  (told: Told): Told =>
  (title, event) =>
    event.actorId === event.ownerId ? null : told(title, event)
const restored: Told = (title, { after }) =>
  after?.status === 'pending'
    ? toOwner('pending', `${title} was restored by an administrator and is waiting for review.`)
    : toOwner('approved', `${title} was restored by an administrator.`)
const wasOnSaleOrArchived = ({ before }: FedEvent) => before?.status === 'approved' || before?.status === 'archived'

/** Whom each event is told, in which words. */
export const notices: Record<EventKind, Told> = {
  'product.create': nobody,
  'product.submit': (title) => ({ to: 'admins', status: 'pending', message: `${title} is waiting for review.` }),
  'product.edit': nobody,
  'product.withdraw': nobody,
  'product.approve': (title) => toOwner('approved', `${title} was approved.`),
  'product.reject': (title, event) => toOwner('rejected', `${title} was ${wasOnSaleOrArchived(event) ? 'taken down' : 'rejected'}.`),
  'product.archive': ifByAdmin((title) => toOwner('rejected', `${title} was archived by an administrator.`)),
  'product.restore': ifByAdmin(restored),
  'product.delete': ifByAdmin((title) => ({ to: 'formerOwner', status: null, message: `${title} was deleted by an administrator.` })),
  'user.register': nobody,
  'settings.edit': nobody,
}

/** After these nothing of the product waits any more: the admins' notices of it have done their work (product §6). */
const settling: ReadonlySet<EventKind> = new Set(['product.approve', 'product.reject', 'product.withdraw', 'product.delete'])
export const settles = ({ kind }: FedEvent): boolean => settling.has(kind)

/** What a sentence calls a product. */
export const called = (title: string | null): string => (title ? `“${title}”` : 'A product')

const links = {
  admins: (productId: string) => `/admin/product-approval?product=${encodeURIComponent(productId)}`,
  owner: (productId: string) => `/seller/products/edit/${encodeURIComponent(productId)}`,
  // The product is gone; the list shows what is left.
  formerOwner: () => '/seller/products',
}
/** Where a notice leads. */
export const linkOf = ({ to }: Notice, productId: string): string => links[to](productId)
