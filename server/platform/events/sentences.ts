import { type EventKind, isTakeDown, type NoticeText } from '#domain/event-kinds.ts'
import { isContentField, wordFor } from '#domain/product-fields.ts'

export type Happened = {
  kind: EventKind
  title: string | null
  fields: readonly string[]
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

type Sentence = (what: string, fields: readonly string[], after: Record<string, unknown>) => string

/** Labels of fields whose name on the wire is not a word. */
const words: Record<string, string> = {
  marketplaceName: 'marketplace name',
  termsUrl: 'terms of use',
  privacyUrl: 'privacy policy',
  rejectionTemplates: 'rejection reasons',
  reviewedFields: 'reviewed fields',
  priceReviewPercent: 'price threshold',
  cannedReplies: 'canned replies',
  backupEvery: 'frequency of backups',
  backupDay: 'day of backups',
  backupAt: 'time of backups',
  backupFolder: 'folder of backups',
  backupKeep: 'number of backups kept',
  buyerRetentionDays: 'retention of buyer data',
  emailVerified: 'email confirmed',
  shopName: 'shop name',
  avatar: 'picture',
  pendingEmail: 'requested email',
  secondFactor: 'second factor',
  recoveryCodes: 'recovery codes',
  adminsNeedSecondFactor: 'second factor of admins',
  extra: 'additional fields',
  businessHours: 'business hours',
  holidays: 'holidays',
  replyTime: 'expected reply time',
  widgetMode: 'chat widget',
  widgetOrigins: 'origins of the chat widget',
  widgetAudience: 'audience of buyers’ tokens',
  widgetJwksUrl: 'address of the public keys',
  widgetJwks: 'public keys',
  webhooksPrivate: 'webhooks to private networks',
  webhookLogDays: 'retention of the webhook log',
  url: 'address',
  types: 'events',
  enabled: 'status',
}

const withFields = (sentence: string, fields: readonly string[]) =>
  fields.length > 0
    ? `${sentence}: ${fields.map((field) => (isContentField(field) ? wordFor(field) : (words[field] ?? field))).join(', ')}.`
    : `${sentence}.`

const reached = (what: string, to: unknown) => (to === 'sellers' ? 'all sellers' : to === 'everybody' ? 'all people' : what)

/** The line of an order with quantity and title, if they are known. */
const lineIn = (order: string, { title, quantity }: Record<string, unknown>) =>
  typeof title === 'string' ? `${order}: ${quantity} × “${title}”` : `${order}: a line`

const asRole = (role: unknown) => (role === 'admin' ? 'an admin' : 'a seller')

/** What the history says of each kind of event. The values after it are empty where they were erased: then it says nothing of them. */
const sentences: Record<EventKind, Sentence> = {
  'product.create': (what) => `${what} was created.`,
  'product.submit': (what) => `${what} was submitted for approval.`,
  'product.edit': (what, fields) => withFields(`${what} was edited`, fields),
  'product.withdraw': (what) => `${what} was withdrawn from review.`,
  'product.approve': (what) => `${what} was approved.`,
  'product.reject': (what) => `${what} was rejected.`,
  'product.archive': (what) => `${what} was archived.`,
  'product.restore': (what) => `${what} was restored.`,
  'product.undoApprove': (what) => `The approval of ${what} was undone.`,
  'product.undoReject': (what) => `The rejection of ${what} was undone.`,
  'product.undoArchive': (what) => `The archiving of ${what} was undone.`,
  'product.assign': (what, _, { seller }) => `${what} was assigned to ${seller ?? 'a seller'}.`,
  'product.delete': (what) => `${what} was deleted.`,
  'editRequest.create': (what, fields) => withFields(`A change to ${what} was requested`, fields),
  'editRequest.edit': (what, fields) => withFields(`The requested change to ${what} was edited`, fields),
  'editRequest.withdraw': (what) => `The requested change to ${what} was withdrawn.`,
  'editRequest.approve': (what, fields) => withFields(`The requested change to ${what} was approved`, fields),
  'editRequest.approvePartly': (what, fields) => withFields(`The requested change to ${what} was approved in part`, fields),
  'editRequest.reject': (what, fields) => withFields(`The requested change to ${what} was rejected`, fields),
  'editRequest.undoApprove': (what) => `The approval of the requested change to ${what} was undone.`,
  'editRequest.undoApprovePartly': (what) => `The partial approval of the requested change to ${what} was undone.`,
  'editRequest.undoReject': (what) => `The rejection of the requested change to ${what} was undone.`,
  'editRequest.supersede': (what) => `The requested change to ${what} was superseded.`,
  'editRequest.reopen': (what) => `The requested change to ${what} is pending again.`,
  'user.register': (what) => `${what} registered.`,
  'user.profile': (what, fields) => withFields(`${what} changed their profile`, fields),
  'user.password': (what, _, { link }) =>
    link ? `A link for ${what} to choose a new password was created in the shell.` : `${what} chose a new password.`,
  'user.secondFactor': (what, fields) => withFields(`${what} changed their sign-in settings`, fields),
  'user.close': (what) => `${what} was closed by its owner.`,
  'user.email': (what) => `${what} changed their email address.`,
  'user.provider': (what, _, { provider, connected }) =>
    connected === undefined
      ? `The sign-in of ${what} at a provider was changed.`
      : `${what} ${connected ? 'connected' : 'disconnected'} the sign-in at ${provider ?? 'a provider'}.`,
  'user.roleWaits': (what, _, { unarchived, openLines }) =>
    `The sign-in provider makes ${what} an admin, which has to wait${
      unarchived === undefined ? '' : `: products that are not archived: ${unarchived}, open order lines: ${openLines ?? 0}`
    }.`,
  'user.role': (what, _, { role }) => (role ? `${what} was made ${asRole(role)}.` : `The role of ${what} was changed.`),
  'user.signOut': (what, _, { devices }) =>
    `${what} was signed out${devices === undefined ? '' : ` on ${devices === 1 ? 'one device' : `${devices} devices`}`}.`,
  'user.suspend': (what) => `${what} was suspended.`,
  'user.reactivate': (what) => `${what} was reactivated.`,
  'user.undoSuspend': (what) => `The suspension of ${what} was undone.`,
  'user.undoReactivate': (what) => `The reactivation of ${what} was undone.`,
  'user.invite': (what, _, { role }) => `${what} was invited${role ? ` as ${asRole(role)}` : ''}.`,
  'message.send': (what, _, { to }) => `An announcement was sent to ${reached(what, to)}.`,
  'message.stop': (what, _, { to }) => `An announcement to ${reached(what, to)} was stopped: its author is no longer an active admin.`,
  'user.uninvite': (what) => `The invitation of ${what} was withdrawn.`,
  'apiKey.create': (what) => `The API key ${what} was created.`,
  'apiKey.revoke': (what) => `The API key ${what} was revoked.`,
  'order.placed': (what) => `${what} was placed.`,
  'order.paid': (what) => `${what} was paid.`,
  'order.refunded': (what, _, { paymentStatus }) => `${what} was refunded${paymentStatus === 'refunded' ? '' : ' in part'}.`,
  'order.shipped': (what, _, after) => `${lineIn(what, after)} was shipped.`,
  'order.corrected': (what, _, after) => `${lineIn(what, after)} has other shipment details now.`,
  'order.delivered': (what, _, after) => `${lineIn(what, after)} was delivered.`,
  'order.cancelled': (what, _, after) => `${lineIn(what, after)} was cancelled.`,
  'order.erased': (what) => `${what}: the buyer’s data was erased.`,
  'chat.message': () => 'A message was sent.',
  'chat.solve': (what) => `${what} was marked as solved.`,
  'chat.reopen': (what) => `${what} was opened again.`,
  'chat.assign': (what, _, after) => {
    if (!('assigneeId' in after)) return `${what} was assigned to a person whose account is now closed.`
    return after.to ? `${what} was assigned to ${after.to}.` : `${what} is not assigned any more.`
  },
  'chat.block': (what) => `${what} was closed to new messages from the participant.`,
  'chat.unblock': (what) => `${what} was reopened to messages from the participant.`,
  'chat.rate': (what, _, { score }) => `${what} was rated${typeof score === 'number' ? ` ${score} of 5` : ''}.`,
  'chat.erase': (what) => `${what}: the buyer’s data was erased.`,
  'widget.rotate': () => 'The secret of the chat widget was replaced.',
  'settings.edit': (_, fields) => withFields('The settings were changed', fields),
  'webhook.create': (what) => `A webhook to ${what} was added.`,
  'webhook.edit': (what, fields) => withFields(`The webhook to ${what} was changed`, fields),
  'webhook.reveal': (what) => `The secret of the webhook to ${what} was viewed.`,
  'webhook.rotate': (what) => `The webhook to ${what} received a new secret.`,
  'webhook.delete': (what) => `The webhook to ${what} was removed.`,
  'webhook.disable': (what) => `The webhook to ${what} was switched off: the endpoint answered 410 (Gone).`,
  'webhook.fail': (what) => `The webhook to ${what} has not accepted a message for a day.`,
}

/** What a notice is about: the event's title, and what its sentence needs besides. */
export type NoticeValues = { title: string | null; line?: string; quantity?: number; dropped?: boolean }

/** What the notices of each kind of event say. */
const noticeSentences: Record<NoticeText, (product: string, values: NoticeValues) => string> = {
  'product.submit': (product) => `${product} is awaiting review.`,
  'product.approve': (product) => `${product} was approved.`,
  'product.reject': (product) => `${product} was rejected.`,
  'product.takeDown': (product) => `${product} was taken down.`,
  'product.archive': (product) => `${product} was archived by an administrator.`,
  'product.restore': (product) => `${product} was restored by an administrator.`,
  'product.restoreToReview': (product) => `${product} was restored by an administrator and is awaiting review.`,
  'product.assign': (product) => `${product} was assigned to you by an administrator.`,
  'product.assignToOther': (product, { dropped }) =>
    `${product} was assigned to another seller by an administrator.${dropped ? ' Your pending change was closed.' : ''}`,
  'product.delete': (product) => `${product} was deleted by an administrator.`,
  'editRequest.create': (product) => `A change to ${product} is awaiting review.`,
  'editRequest.approve': (product) => `Your change to ${product} was approved.`,
  'editRequest.approvePartly': (product) => `Part of your change to ${product} was approved.`,
  'editRequest.reject': (product) => `Your change to ${product} was rejected.`,
  'user.suspend': () => 'Your account was suspended.',
  'user.reactivate': () => 'Your account is active again.',
  'user.roleWaits': () =>
    'Your sign-in provider made you an admin. This takes effect at your first sign-in after your products are assigned or archived and your order lines are shipped or cancelled.',
  'user.roleWaitsFor': () =>
    'The sign-in provider made a seller an admin, which has to wait. Assign their products to another seller, and ship or cancel their order lines.',
  'order.placed': (_, { title }) => `New order ${title}.`,
  'order.cancelled': (_, { title, line, quantity }) => `${quantity} × ${line} of order ${title} was cancelled. Do not ship it.`,
  'message.delivered': (_, { quantity }) => `Your announcement was delivered to ${quantity === 1 ? 'one person' : `${quantity} people`}.`,
  'webhook.disable': (_, { title }) => `The webhook to ${title} was switched off: the endpoint answered 410 (Gone).`,
  'webhook.fail': (_, { title }) => `The webhook to ${title} has not accepted a message for a day.`,
}

/** A stored notice: the name of its text with the values in it, or the words of a person. */
export type StoredNotice = { message: string; text: NoticeText | null; textValues: NoticeValues | null }

/** What a notice says (spec §3 notifications.message). If another version named its text, it is the sentence stored beside the name. */
export function noticeMessage({ message, text, textValues }: StoredNotice): string {
  const sentence = text && Object.hasOwn(noticeSentences, text) ? noticeSentences[text] : null
  return sentence && textValues ? sentence(textValues.title ? `“${textValues.title}”` : 'A product', textValues) : message
}

/** The same for a row of `notifications`, with what else was read of it. */
export function withMessage<Row extends StoredNotice>({ text, textValues, ...row }: Row): Omit<Row, 'text' | 'textValues'> {
  return { ...row, message: noticeMessage({ message: row.message, text, textValues }) }
}

const unnamed = (kind: EventKind) => {
  if (kind.startsWith('webhook.')) return 'an address'
  return kind.startsWith('user.') || kind.startsWith('message.') ? 'A person' : kind.startsWith('product.') ? 'A product' : 'a product'
}
/** Kinds of events whose title is the name of a person or host, without quotation marks. */
const plain = /^(user|message|webhook)\./

/** An event as a sentence for the history (spec §3 history_logs.description). */
export function describe({ kind, title, fields, before, after }: Happened): string {
  const named = nameOf(kind, title)
  return isTakeDown({ kind, before }) ? `${named} was taken down.` : sentences[kind](named, fields, after ?? {})
}

function nameOf(kind: EventKind, title: string | null): string {
  if (kind.startsWith('chat.')) return title ? `The chat with ${title}` : 'A chat'
  if (kind.startsWith('order.')) return `Order ${title}`
  return (plain.test(kind) ? title : title && `“${title}”`) || unnamed(kind)
}
