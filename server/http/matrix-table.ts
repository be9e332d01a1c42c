import type { contract } from '#contract/contract.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { ProductStatus } from '#domain/product.ts'
import type { Role, UserStatus } from '#domain/user.ts'
import { newId } from '#server/database/new-id.ts'

type Contract = typeof contract
/** Every call, as `noun.verb`. */
export type CallName = { [Noun in keyof Contract & string]: `${Noun}.${keyof Contract[Noun] & string}` }[keyof Contract & string]

/** Who calls: `owner` with what is his own, `rival` with the same things, which are another seller's. */
export const actors = ['visitor', 'suspended', 'owner', 'rival', 'admin'] as const
export type ActorName = (typeof actors)[number]
export type Answer = 'ok' | ErrorCode
type Answers = Record<ActorName, Answer>

/** What a call is made about. An unknown thing has the same shape and does not exist. */
export type Thing = {
  id: string
  named: string
  uploaded: string
  noticeId: string
  bulkId: string
  importId: string
  requestId: string
  /** An order with an open and a shipped line of the owner; another one is paid. */
  orderId: string
  paidOrderId: string
  openLineId: string
  shippedLineId: string
  ownerId: string
  otherId: string
  invitationId: string
  keyId: string
  chatId: string
  webhookId: string
  deliveryId: string
}

export type Row = {
  answers: Answers
  /** The input; the thing is made anew for every try. */
  input?: (thing: Thing) => unknown
  /** The status of the product it is about. */
  about?: ProductStatus | 'unfinished' | 'ownerless'
  /** What the other person is, where it is about one; else an active seller. */
  other?: { status?: UserStatus; role?: Role }
  /** What an unknown id answers those who may make the call; without it the call names nothing, or does not mind. */
  unknown?: Answer
  /** It makes something new, so that no two answers are alike. */
  makes?: true
}

/** A plain route: what is asked for, with what. */
export type PlainRow = {
  answers: Answers
  path: (thing: Thing) => string
  send?: () => { body?: Uint8Array<ArrayBuffer>; json?: unknown; headers?: Record<string, string> }
  about?: ProductStatus
  unknown?: Answer
  other?: undefined
  makes?: true
  /** The answer has no end: only its beginning is read. */
  endless?: true
}

const everybody: Answers = { visitor: 'ok', suspended: 'ok', owner: 'ok', rival: 'ok', admin: 'ok' }
const signedIn: Answers = { ...everybody, visitor: 'not-signed-in', suspended: 'account-suspended' }
const adminsOnly: Answers = { ...signedIn, owner: 'not-allowed', rival: 'not-allowed' }
const sellersOnly: Answers = { ...signedIn, admin: 'not-allowed' }
const ownerOnly: Answers = { ...sellersOnly, rival: 'not-found' }
/** An admin has files of his own, which these are not. */
const ownFile: Answers = { ...signedIn, rival: 'not-found', admin: 'not-found' }
const withPassword: Answers = { ...signedIn, owner: 'wrong-password', rival: 'wrong-password', admin: 'wrong-password' }
const nothingOfThat: Answers = { ...signedIn, owner: 'not-found', rival: 'not-found', admin: 'not-found' }
const notBegun: Answers = { ...signedIn, owner: 'wrong-status', rival: 'wrong-status', admin: 'wrong-status' }
const ownerAndAdmin: Answers = { ...signedIn, rival: 'not-found' }

const fields = {
  title: 'Oak chair',
  description: 'Sits well.',
  price: 4_900,
  category: 'Home',
  sku: null,
  stock: 1,
  tags: [],
  attributes: [],
}
const seen = ({ id }: Thing) => ({ id, status: 'pending', version: 1 })
const seenRequest = ({ requestId }: Thing) => ({ id: requestId, version: 1, productVersion: 1 })
const endpoint = { url: 'https://shop.example/hooks', types: ['product.approved'], description: 'The shop', enabled: true }
const november = { from: '2026-11-01', to: '2026-11-30' }
const reason = { code: 'image_quality', rejectionReason: 'The pictures are blurred.', fields: ['images'] }

/** Who may make which call, and what everybody else is told. A call that is missing here does not compile, and fails the test. */
export const callTable: Record<CallName, Row> = {
  'products.list': { answers: signedIn, input: ({ ownerId }) => ({ userId: ownerId }) },
  'products.queue': { answers: adminsOnly, input: ({ ownerId }) => ({ seller_id: ownerId }) },
  'products.waiting': { answers: adminsOnly },
  'products.get': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ id }) => ({ id }) },
  'products.attempts': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ id }) => ({ id }) },
  'products.create': { answers: sellersOnly, makes: true, input: () => ({ ...fields, draft: true, imagesFollow: false }) },
  'products.nameImages': {
    answers: ownerOnly,
    unknown: 'not-found',
    about: 'unfinished',
    input: ({ id, uploaded }) => ({ id, images: [uploaded] }),
  },
  'products.uploads': { answers: ownerOnly, unknown: 'not-found', about: 'unfinished', input: ({ id }) => ({ id }) },
  'products.discardImage': { answers: ownerOnly, unknown: 'not-found', input: ({ id, uploaded }) => ({ id, path: uploaded }) },
  'products.edit': {
    answers: ownerOnly,
    unknown: 'not-found',
    input: ({ id }) => ({ id, version: 1, change: { title: 'Brass lamp, mended' } }),
  },
  'products.submit': { answers: ownerOnly, unknown: 'not-found', input: ({ id }) => ({ id }) },
  'products.withdraw': { answers: ownerOnly, unknown: 'not-found', about: 'pending', input: ({ id }) => ({ id }) },
  'products.archive': { answers: ownerAndAdmin, unknown: 'not-found', about: 'approved', input: ({ id }) => ({ id }) },
  'products.restore': { answers: ownerAndAdmin, unknown: 'not-found', about: 'archived', input: ({ id }) => ({ id }) },
  'products.assign': {
    answers: adminsOnly,
    unknown: 'not-found',
    about: 'ownerless',
    input: ({ id, ownerId }) => ({ id, seller_id: ownerId }),
  },
  'products.timeline': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ id }) => ({ id }) },
  'products.warnings': { answers: adminsOnly, unknown: 'not-found', input: ({ id }) => ({ id }) },
  'products.sellerRecord': { answers: adminsOnly, unknown: 'not-found', input: ({ ownerId }) => ({ seller_id: ownerId }) },
  'products.look': { answers: adminsOnly, unknown: 'not-found', input: ({ id }) => ({ id }) },
  'products.delete': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ id }) => ({ id }) },
  'products.approve': { answers: adminsOnly, unknown: 'not-found', about: 'pending', input: seen },
  'products.reject': { answers: adminsOnly, unknown: 'not-found', about: 'pending', input: (thing) => ({ ...seen(thing), ...reason }) },
  'editRequests.queue': { answers: adminsOnly, input: ({ ownerId }) => ({ seller_id: ownerId }) },
  'editRequests.waiting': { answers: adminsOnly },
  'editRequests.get': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ requestId }) => ({ id: requestId }) },
  'editRequests.list': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ id }) => ({ product_id: id }) },
  'editRequests.create': {
    answers: ownerOnly,
    unknown: 'not-found',
    about: 'approved',
    input: ({ id }) => ({ product_id: id, version: 1, payload: { title: 'Brass lamp, polished' } }),
  },
  'editRequests.withdraw': { answers: ownerOnly, unknown: 'not-found', about: 'approved', input: ({ requestId }) => ({ id: requestId }) },
  'editRequests.approve': { answers: adminsOnly, unknown: 'not-found', about: 'approved', input: seenRequest },
  'editRequests.reject': {
    answers: adminsOnly,
    unknown: 'not-found',
    about: 'approved',
    input: (thing) => ({ ...seenRequest(thing), code: 'misleading', rejectionReason: 'It promises too much.' }),
  },
  'orders.list': { answers: adminsOnly, input: ({ ownerId }) => ({ seller_id: ownerId }) },
  'orders.get': { answers: adminsOnly, unknown: 'not-found', input: ({ orderId }) => ({ id: orderId }) },
  'orders.listOwn': { answers: sellersOnly, input: () => ({ limit: 5 }) },
  'orders.getOwn': { answers: ownerOnly, unknown: 'not-found', input: ({ orderId }) => ({ id: orderId }) },
  'orders.timeline': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ orderId }) => ({ id: orderId }) },
  'orders.unshipped': { answers: signedIn },
  'orders.ship': {
    answers: ownerAndAdmin,
    unknown: 'not-found',
    input: ({ orderId, openLineId }) => ({ id: orderId, lines: [openLineId], carrier: 'Post', tracking: 'AT1' }),
  },
  'orders.deliver': {
    answers: ownerAndAdmin,
    unknown: 'not-found',
    input: ({ orderId, shippedLineId }) => ({ id: orderId, lines: [shippedLineId] }),
  },
  'orders.cancel': {
    answers: adminsOnly,
    unknown: 'not-found',
    input: ({ orderId, openLineId }) => ({ id: orderId, lines: [openLineId] }),
  },
  'orders.pay': { answers: adminsOnly, unknown: 'not-found', input: ({ orderId }) => ({ id: orderId }) },
  'orders.refund': { answers: adminsOnly, unknown: 'not-found', input: ({ paidOrderId }) => ({ id: paidOrderId, amount: 100 }) },
  'orders.buyer': { answers: adminsOnly, input: () => ({ email: 'bianca@example.com' }) },
  'orders.eraseBuyer': { answers: adminsOnly, input: () => ({ email: 'nobody@example.com' }) },
  'sales.figures': { answers: adminsOnly, input: ({ ownerId }) => ({ ...november, step: 'week', seller_id: ownerId }) },
  'sales.top': { answers: adminsOnly, input: () => ({ ...november, of: 'products' }) },
  'sales.rows': { answers: adminsOnly, input: ({ ownerId }) => ({ ...november, figure: 'gross', seller_id: ownerId }) },
  'sales.moderation': { answers: adminsOnly, input: () => november },
  'sales.signUps': { answers: adminsOnly },
  'sales.today': { answers: adminsOnly },
  'sales.own': { answers: sellersOnly, input: () => november },
  'sales.ownRows': { answers: sellersOnly, input: () => ({ ...november, figure: 'gross' }) },
  'sales.ownTop': { answers: sellersOnly, input: () => november },
  'bulkDecisions.start': { answers: adminsOnly, makes: true, input: (thing) => ({ decision: 'reject', items: [seen(thing)], ...reason }) },
  'bulkDecisions.undo': { answers: adminsOnly, unknown: 'not-found', input: ({ bulkId }) => ({ id: bulkId }) },
  'bulkDecisions.dismiss': { answers: adminsOnly, unknown: 'not-found', input: ({ bulkId }) => ({ id: bulkId }) },
  'bulkDecisions.list': { answers: adminsOnly },
  'imports.list': { answers: signedIn },
  'imports.get': { answers: ownFile, unknown: 'not-found', input: ({ importId }) => ({ id: importId }) },
  'imports.run': { answers: ownFile, unknown: 'not-found', input: ({ importId }) => ({ id: importId }) },
  'imports.cancel': { answers: ownFile, unknown: 'not-found', input: ({ importId }) => ({ id: importId }) },
  'users.me': { answers: everybody },
  'users.list': { answers: adminsOnly, input: () => ({ search: 'e' }) },
  'account.get': { answers: signedIn },
  'account.edit': { answers: signedIn, input: () => ({ change: { shopName: 'Lamps and more' } }) },
  'account.removeAvatar': { answers: signedIn },
  'account.changePassword': { answers: withPassword, input: () => ({ current: 'not it', password: 'a lantern in the fog' }) },
  'account.changeEmail': { answers: withPassword, input: () => ({ password: 'not it', email: `${newId()}@example.com` }) },
  'account.keepEmail': { answers: signedIn },
  'account.sendVerification': { answers: signedIn },
  'account.devices': { answers: signedIn, makes: true },
  'account.endDevice': { answers: nothingOfThat, input: ({ ownerId }) => ({ id: ownerId }) },
  // The second try comes from the device that the first one signed out.
  'account.endOtherDevices': { answers: signedIn, unknown: 'not-signed-in', makes: true },
  'account.startSecondFactor': { answers: withPassword, input: () => ({ password: 'not it' }) },
  'account.confirmSecondFactor': { answers: notBegun, input: () => ({ code: '123456' }) },
  'account.newRecoveryCodes': { answers: withPassword, input: () => ({ password: 'not it', code: '123456' }) },
  'account.close': { answers: withPassword, input: () => ({ password: 'not it' }) },
  'account.endSecondFactor': { answers: withPassword, input: () => ({ password: 'not it', code: '123456' }) },
  'users.get': { answers: adminsOnly, unknown: 'not-found', input: ({ ownerId }) => ({ id: ownerId }) },
  'users.devices': { answers: adminsOnly, unknown: 'not-found', makes: true, input: ({ otherId }) => ({ id: otherId }) },
  'users.signOut': { answers: adminsOnly, unknown: 'not-found', input: ({ otherId }) => ({ id: otherId }) },
  'users.suspend': { answers: adminsOnly, unknown: 'not-found', input: ({ otherId }) => ({ id: otherId, reason: 'Sold counterfeits.' }) },
  'users.reactivate': {
    answers: adminsOnly,
    unknown: 'not-found',
    other: { status: 'suspended' },
    input: ({ otherId }) => ({ id: otherId }),
  },
  'invitations.list': { answers: adminsOnly },
  'invitations.create': { answers: adminsOnly, makes: true, input: () => ({ email: `${newId()}@example.com`, role: 'seller' }) },
  'invitations.withdraw': { answers: adminsOnly, unknown: 'not-found', input: ({ invitationId }) => ({ id: invitationId }) },
  'users.makeAdmin': { answers: adminsOnly, unknown: 'not-found', input: ({ otherId }) => ({ id: otherId }) },
  'users.makeSeller': { answers: adminsOnly, unknown: 'not-found', other: { role: 'admin' }, input: ({ otherId }) => ({ id: otherId }) },
  'notifications.list': { answers: signedIn, input: () => ({ limit: 5 }) },
  'notifications.preferences': { answers: signedIn },
  'notifications.choose': { answers: signedIn, input: () => ({ change: { chat: 'app' } }) },
  'notifications.send': {
    answers: adminsOnly,
    unknown: 'not-found',
    input: ({ otherId }) => ({ to: 'one', userId: otherId, text: 'The market is closed on Monday.' }),
  },
  'notifications.unread': { answers: signedIn },
  'notifications.markRead': { answers: signedIn, input: ({ noticeId }) => ({ ids: [noticeId] }) },
  'history.list': { answers: adminsOnly, input: () => ({ limit: 5 }) },
  'chats.open': { answers: signedIn, makes: true, input: () => ({}) },
  'chats.list': { answers: adminsOnly, input: () => ({ filter: 'unread' }) },
  'chats.unread': { answers: signedIn },
  'chats.get': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId }) },
  'chats.messages': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId }) },
  'chats.send': {
    answers: ownerAndAdmin,
    unknown: 'not-found',
    input: ({ chatId }) => ({ id: chatId, clientId: newId(), text: 'Is this still to be had?' }),
  },
  'chats.markRead': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId, number: 1 }) },
  'chats.markDelivered': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId, number: 1 }) },
  'chats.solve': { answers: adminsOnly, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId }) },
  'chats.reopen': { answers: adminsOnly, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId }) },
  'chats.assign': { answers: adminsOnly, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId, assigneeId: null }) },
  'chats.block': { answers: adminsOnly, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId }) },
  'chats.unblock': { answers: adminsOnly, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId }) },
  'chats.notes': { answers: adminsOnly, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId }) },
  'chats.addNote': {
    answers: adminsOnly,
    unknown: 'not-found',
    input: ({ chatId }) => ({ id: chatId, clientId: newId(), text: 'He has asked before.' }),
  },
  'chats.typists': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId }) },
  'chats.sayTyping': { answers: ownerAndAdmin, unknown: 'not-found', input: ({ chatId }) => ({ id: chatId, typing: true }) },
  'webhooks.list': { answers: adminsOnly },
  'webhooks.get': { answers: adminsOnly, unknown: 'not-found', input: ({ webhookId }) => ({ id: webhookId }) },
  'webhooks.create': { answers: adminsOnly, makes: true, input: () => endpoint },
  'webhooks.edit': {
    answers: adminsOnly,
    unknown: 'not-found',
    input: ({ webhookId }) => ({ id: webhookId, change: { description: 'The other shop' } }),
  },
  'webhooks.delete': { answers: adminsOnly, unknown: 'not-found', input: ({ webhookId }) => ({ id: webhookId }) },
  'webhooks.reveal': { answers: adminsOnly, unknown: 'not-found', input: ({ webhookId }) => ({ id: webhookId }) },
  'webhooks.rotate': { answers: adminsOnly, unknown: 'not-found', input: ({ webhookId }) => ({ id: webhookId }) },
  'webhooks.test': { answers: adminsOnly, unknown: 'not-found', input: ({ webhookId }) => ({ id: webhookId }) },
  'webhooks.deliveries': { answers: adminsOnly, unknown: 'not-found', input: ({ webhookId }) => ({ id: webhookId }) },
  'webhooks.delivery': { answers: adminsOnly, unknown: 'not-found', input: ({ deliveryId }) => ({ id: deliveryId }) },
  'webhooks.replay': { answers: adminsOnly, unknown: 'not-found', input: ({ deliveryId }) => ({ id: deliveryId }) },
  'webhooks.replayDead': { answers: adminsOnly, unknown: 'not-found', input: ({ webhookId }) => ({ id: webhookId }) },
  'settings.get': { answers: adminsOnly },
  'apiKeys.list': { answers: adminsOnly },
  'apiKeys.create': { answers: adminsOnly, makes: true, input: () => ({ name: 'Shop', scopes: ['products:read'] }) },
  'apiKeys.revoke': { answers: adminsOnly, unknown: 'not-found', input: ({ keyId }) => ({ id: keyId }) },
  'settings.removeLogo': { answers: adminsOnly },
  'settings.edit': { answers: adminsOnly, input: () => ({ change: { marketplaceName: 'Bazaar' } }) },
}

/** The smallest picture there is: one pixel of PNG. */
const pixel = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64'),
)
const notFound: Answers = { visitor: 'not-found', suspended: 'not-found', owner: 'not-found', rival: 'not-found', admin: 'not-found' }
const invalidInvitation: Answers = {
  visitor: 'invitation-invalid',
  suspended: 'invitation-invalid',
  owner: 'invitation-invalid',
  rival: 'invitation-invalid',
  admin: 'invitation-invalid',
}
const anybodyNew = () => ({ json: { name: 'Nora', email: `${newId()}@example.com`, password: 'a lantern in the fog' } })
const wrong: Answers = {
  visitor: 'wrong-credentials',
  suspended: 'wrong-credentials',
  owner: 'wrong-credentials',
  rival: 'wrong-credentials',
  admin: 'wrong-credentials',
}

const expired: Answers = {
  visitor: 'link-expired',
  suspended: 'link-expired',
  owner: 'link-expired',
  rival: 'link-expired',
  admin: 'link-expired',
}
const noLink = () => ({ json: { token: 'an-old-link', password: 'a lantern in the fog' } })

/** The same for every route beside the calls; pages have a table of their own in domain/routes.ts. */
export const plainTable: Record<string, PlainRow> = {
  'GET /healthz': { answers: everybody, path: () => '/healthz' },
  'GET /readyz': { answers: everybody, path: () => '/readyz' },
  'POST /api/auth/sign-up': { answers: everybody, makes: true, path: () => '/api/auth/sign-up', send: anybodyNew },
  'POST /api/auth/sign-in': { answers: wrong, path: () => '/api/auth/sign-in', send: anybodyNew },
  'POST /api/auth/forgot-password': {
    answers: everybody,
    makes: true,
    path: () => '/api/auth/forgot-password',
    send: () => ({ json: { email: `${newId()}@example.com` } }),
  },
  'POST /api/auth/reset-password': { answers: expired, path: () => '/api/auth/reset-password', send: noLink },
  'POST /api/auth/verify-email': { answers: expired, path: () => '/api/auth/verify-email', send: noLink },
  'POST /api/auth/sign-out': { answers: everybody, path: () => '/api/auth/sign-out' },
  'GET /api/auth/ended': { answers: everybody, path: () => '/api/auth/ended' },
  'POST /api/auth/invitation': {
    answers: invalidInvitation,
    path: () => '/api/auth/invitation',
    send: () => ({ json: { token: 'nothingthatwasgiven' } }),
  },
  'GET /api/live': { answers: signedIn, path: () => '/api/live', endless: true },
  'GET /api/live/poll': { answers: signedIn, path: () => '/api/live/poll' },
  'POST /api/products/:id/images': {
    answers: ownerOnly,
    unknown: 'not-found',
    path: ({ id }) => `/api/products/${id}/images?name=lamp.png`,
    send: () => ({ body: pixel, headers: { 'content-type': 'image/png' } }),
  },
  'PATCH /api/products/:id/images': {
    answers: ownerOnly,
    unknown: 'not-found',
    path: ({ id }) => `/api/products/${id}/images?name=lamp.png&upload=${newId()}`,
    send: () => ({ body: pixel, headers: { 'upload-offset': '0' } }),
  },
  'POST /api/imports': {
    // An admin brings orders, which these are not.
    answers: { ...sellersOnly, admin: 'csv-broken' },
    makes: true,
    path: () => '/api/imports?name=lamps.csv',
    send: () => ({ body: new TextEncoder().encode('sku,title\nL-2,Brass lamp\n'), headers: { 'content-type': 'text/csv' } }),
  },
  'GET /api/imports/:id/report.csv': {
    answers: ownFile,
    unknown: 'not-found',
    path: ({ importId }) => `/api/imports/${importId}/report.csv`,
  },
  'POST /api/chats/:id/files': {
    answers: ownerAndAdmin,
    unknown: 'not-found',
    makes: true,
    path: ({ chatId }) => `/api/chats/${chatId}/files?name=lamp.png`,
    send: () => ({ body: pixel, headers: { 'content-type': 'image/png' } }),
  },
  'PATCH /api/chats/:id/files': {
    answers: ownerAndAdmin,
    unknown: 'not-found',
    makes: true,
    path: ({ chatId }) => `/api/chats/${chatId}/files?name=lamp.png&upload=${newId()}`,
    send: () => ({ body: pixel, headers: { 'upload-offset': '0' } }),
  },
  'POST /api/account/avatar': {
    answers: signedIn,
    makes: true,
    path: () => '/api/account/avatar?name=me.png',
    send: () => ({ body: pixel, headers: { 'content-type': 'image/png' } }),
  },
  'POST /api/settings/logo': {
    answers: adminsOnly,
    makes: true,
    path: () => '/api/settings/logo?name=logo.png',
    send: () => ({ body: pixel, headers: { 'content-type': 'image/png' } }),
  },
  'GET /api/account/export.json': { answers: signedIn, makes: true, path: () => '/api/account/export.json' },
  'GET /api/products/export.csv': { answers: sellersOnly, path: () => '/api/products/export.csv' },
  'GET /api/history/export.csv': { answers: adminsOnly, path: () => '/api/history/export.csv?type=payment' },
  'GET /api/orders/export.csv': { answers: signedIn, path: () => '/api/orders/export.csv?lineStatus=open' },
  'GET /api/orders/buyer.json': { answers: adminsOnly, path: () => '/api/orders/buyer.json?email=bianca@example.com', makes: true },
  'GET /api/sales/figures.csv': { answers: adminsOnly, path: () => '/api/sales/figures.csv?from=2026-11-01&to=2026-11-30&step=month' },
  'GET /api/sales/top.csv': { answers: adminsOnly, path: () => '/api/sales/top.csv?of=sellers&from=2026-11-01&to=2026-11-30' },
  'GET /api/sales/rows.csv': { answers: adminsOnly, path: () => '/api/sales/rows.csv?figure=net&from=2026-11-01&to=2026-11-30' },
  'GET /api/sales/own-rows.csv': {
    answers: sellersOnly,
    path: () => '/api/sales/own-rows.csv?figure=orders&from=2026-11-01&to=2026-11-30',
  },
  'GET /api/sales/own.csv': { answers: sellersOnly, path: () => '/api/sales/own.csv?from=2026-11-01&to=2026-11-30' },
  'GET /files/*': { answers: { ...notFound, owner: 'ok', admin: 'ok' }, unknown: 'not-found', path: ({ named }) => `/files/${named}` },
}
