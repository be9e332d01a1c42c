/* Separate from the shapes of `event.ts`, for screens that do not load them. */

import type { Role } from '#domain/user.ts'
import type { WebhookType } from '#domain/webhook-types.ts'

/** The log types of the specification (spec §3). */
export const historyTypes = ['product_approval', 'product_rejection', 'product_edit', 'user_edit', 'payment'] as const
export type HistoryType = (typeof historyTypes)[number]

/** Names of the drawings in `web/history/event-icons.ts`. */
export type EventIcon =
  | (
      | 'archive'
      | 'back'
      | 'cart'
      | 'cash'
      | 'cash-off'
      | 'check'
      | 'device-off'
      | 'key'
      | 'mail'
      | 'message'
      | 'message-off'
      | 'pencil'
      | 'plus'
    )
  | ('send' | 'settings' | 'trash' | 'truck' | 'user-check' | 'user-off' | 'user-plus' | 'user-shield' | 'webhook' | 'x')
type EventTone = 'grey' | 'blue' | 'green' | 'amber' | 'red'

/** The facts of an event by which its notices are chosen. */
export type EventFacts = {
  kind: string
  actorId: string | null
  ownerId: string | null
  before?: Record<string, unknown> | null | undefined
  after?: Record<string, unknown> | null | undefined
}

/** A notification of an event (product §6). */
export type NoticeRow = {
  to: 'admins' | 'operators' | 'sellers' | 'seller' | 'owner' | 'formerOwner' | 'sellerBefore' | 'person'
  status?: 'pending' | 'approved' | 'rejected' | 'archived'
  /** The name of its text in `server/platform/events/sentences.ts`; by default the kind of the event. */
  text?: string
  withReason?: true
  if?: (event: EventFacts) => boolean
}

/** What storefronts get (product §8), and the data in it. */
export type WebhookRow =
  /** The product if it is on sale, or the id of the seller, as of the event: a copy is made at the commit. */
  | { type: WebhookType; data: 'product' | 'seller' }
  /** A product that was on sale. */
  | { type: WebhookType; data: 'removal'; reason: 'archived' | 'deleted' | 'taken_down' }
  /** The number of the order and these values after the event; the buyer is read from the public API, with a key that has the scope. */
  | { type: WebhookType; data: 'order'; facts: readonly string[] }
  /** The chat, the sender and the number of the message. */
  | { type: WebhookType; data: 'message' }

/** Who hears of a change live: admins and the owner of the item unless another rule is named (architecture, mechanism 6). */
type Rule = 'owner' | 'admins' | 'otherAdmins' | 'everybody' | 'nobody'

type EventKindName = `${string}.${string}`

/** What one kind of event means everywhere. Its sentence is in `server/platform/events/sentences.ts`. */
export type EventRow = {
  icon: EventIcon
  /** Grey by default. */
  tone?: EventTone
  /** By default that of its noun. */
  log?: HistoryType
  audience?: Rule
  /** It decides on a product or an edit request (product §5); a take-down is also a rejection with a reason. */
  decision?: 'approved' | 'rejected'
  /** Nothing of the product waits any more: the admins' notifications about it become read (product §6). */
  settles?: true
  /** It undoes the event before it of the same item, whose notices are withdrawn (product §3). */
  undoes?: EventKindName
  notice?: NoticeRow | readonly NoticeRow[]
  webhook?: WebhookRow
}

/** True if the event is a take-down: a rejection of a product that was on sale or archived (product §3). */
export function isTakeDown({ kind, before }: Pick<EventFacts, 'kind' | 'before'>): boolean {
  return kind === 'product.reject' && (before?.status === 'approved' || before?.status === 'archived')
}
/** Sellers are not notified of what they do with their own product. */
const byOther = ({ actorId, ownerId }: EventFacts) => actorId !== ownerId
const toPending = ({ after }: EventFacts) => after?.status === 'pending'

/** Everything that can happen, `noun.verb` (product §6). */
const table = {
  'product.create': { icon: 'plus', tone: 'blue', audience: 'owner' },
  'product.submit': { icon: 'send', tone: 'blue', notice: { to: 'admins', status: 'pending' } },
  'product.edit': { icon: 'pencil', webhook: { type: 'product.updated', data: 'product' } },
  'product.withdraw': { icon: 'back', settles: true },
  'product.approve': {
    icon: 'check',
    tone: 'green',
    log: 'product_approval',
    decision: 'approved',
    settles: true,
    notice: { to: 'owner', status: 'approved' },
    webhook: { type: 'product.approved', data: 'product' },
  },
  'product.reject': {
    icon: 'x',
    tone: 'red',
    log: 'product_rejection',
    decision: 'rejected',
    settles: true,
    notice: [
      { to: 'owner', status: 'rejected', withReason: true, if: (event) => !isTakeDown(event) },
      { to: 'owner', status: 'rejected', withReason: true, if: isTakeDown, text: 'product.takeDown' },
    ],
    webhook: { type: 'product.removed', data: 'removal', reason: 'taken_down' },
  },
  'product.archive': {
    icon: 'archive',
    notice: { to: 'owner', status: 'archived', withReason: true, if: byOther },
    webhook: { type: 'product.removed', data: 'removal', reason: 'archived' },
  },
  'product.restore': {
    icon: 'back',
    tone: 'green',
    notice: [
      { to: 'owner', status: 'approved', if: (event) => byOther(event) && !toPending(event) },
      { to: 'owner', status: 'pending', if: (event) => byOther(event) && toPending(event), text: 'product.restoreToReview' },
    ],
    webhook: { type: 'product.approved', data: 'product' },
  },
  'product.undoApprove': {
    icon: 'back',
    log: 'product_approval',
    undoes: 'product.approve',
    webhook: { type: 'product.removed', data: 'removal', reason: 'taken_down' },
  },
  'product.undoReject': {
    icon: 'back',
    log: 'product_rejection',
    undoes: 'product.reject',
    webhook: { type: 'product.approved', data: 'product' },
  },
  'product.undoArchive': { icon: 'back', undoes: 'product.archive', webhook: { type: 'product.approved', data: 'product' } },
  'product.assign': {
    icon: 'user-plus',
    tone: 'blue',
    notice: [
      { to: 'owner', withReason: true },
      { to: 'sellerBefore', withReason: true, text: 'product.assignToOther' },
    ],
    webhook: { type: 'product.updated', data: 'product' },
  },
  'product.delete': {
    icon: 'trash',
    tone: 'red',
    settles: true,
    notice: { to: 'formerOwner', if: byOther },
    webhook: { type: 'product.removed', data: 'removal', reason: 'deleted' },
  },
  'editRequest.create': { icon: 'send', tone: 'blue', notice: { to: 'admins', status: 'pending' } },
  'editRequest.edit': { icon: 'pencil' },
  'editRequest.withdraw': { icon: 'back', settles: true },
  'editRequest.approve': {
    icon: 'check',
    tone: 'green',
    decision: 'approved',
    settles: true,
    notice: { to: 'owner', status: 'approved' },
    webhook: { type: 'product.updated', data: 'product' },
  },
  'editRequest.approvePartly': {
    icon: 'check',
    tone: 'amber',
    decision: 'approved',
    settles: true,
    // The reason is for what is refused.
    notice: { to: 'owner', status: 'approved', withReason: true },
    webhook: { type: 'product.updated', data: 'product' },
  },
  'editRequest.reject': {
    icon: 'x',
    tone: 'red',
    decision: 'rejected',
    settles: true,
    notice: { to: 'owner', status: 'rejected', withReason: true },
  },
  'editRequest.undoApprove': { icon: 'back', undoes: 'editRequest.approve', webhook: { type: 'product.updated', data: 'product' } },
  'editRequest.undoApprovePartly': {
    icon: 'back',
    undoes: 'editRequest.approvePartly',
    webhook: { type: 'product.updated', data: 'product' },
  },
  'editRequest.undoReject': { icon: 'back', undoes: 'editRequest.reject' },
  'editRequest.supersede': { icon: 'archive', settles: true },
  // Waits again, as the decision that superseded it was undone.
  'editRequest.reopen': { icon: 'back', undoes: 'editRequest.supersede' },
  'user.register': { icon: 'user-plus', tone: 'blue' },
  'user.profile': { icon: 'pencil' },
  'user.password': { icon: 'key' },
  'user.email': { icon: 'mail' },
  'user.secondFactor': { icon: 'key' },
  'user.provider': { icon: 'key' },
  // The role claim of the provider cannot apply yet: the seller still sells.
  'user.roleWaits': {
    icon: 'user-shield',
    tone: 'amber',
    notice: [
      { to: 'person', text: 'user.roleWaits' },
      { to: 'operators', text: 'user.roleWaitsFor' },
    ],
  },
  'user.role': { icon: 'user-shield', tone: 'blue' },
  'user.signOut': { icon: 'device-off' },
  'user.suspend': {
    icon: 'user-off',
    tone: 'red',
    notice: { to: 'person', withReason: true },
    webhook: { type: 'seller.suspended', data: 'seller' },
  },
  'user.reactivate': {
    icon: 'user-check',
    tone: 'green',
    notice: { to: 'person' },
    webhook: { type: 'seller.reactivated', data: 'seller' },
  },
  'user.undoSuspend': { icon: 'back', undoes: 'user.suspend', webhook: { type: 'seller.reactivated', data: 'seller' } },
  'user.undoReactivate': { icon: 'back', undoes: 'user.reactivate', webhook: { type: 'seller.suspended', data: 'seller' } },
  'user.close': { icon: 'user-off', tone: 'red' },
  'user.invite': { icon: 'mail', tone: 'blue' },
  'user.uninvite': { icon: 'mail' },
  // Delivered in batches (announcement-worker.ts).
  'message.send': { icon: 'send', tone: 'blue' },
  'message.stop': { icon: 'x', tone: 'red' },
  'order.placed': {
    icon: 'cart',
    tone: 'blue',
    notice: { to: 'sellers' },
    webhook: { type: 'order.placed', data: 'order', facts: ['total', 'source'] },
  },
  'order.paid': {
    icon: 'cash',
    tone: 'green',
    log: 'payment',
    webhook: { type: 'order.paid', data: 'order', facts: ['amount', 'paymentStatus'] },
  },
  'order.refunded': {
    icon: 'cash-off',
    tone: 'amber',
    log: 'payment',
    webhook: { type: 'order.refunded', data: 'order', facts: ['amount', 'paymentStatus'] },
  },
  'order.shipped': {
    icon: 'truck',
    tone: 'blue',
    webhook: { type: 'order.shipped', data: 'order', facts: ['line', 'quantity', 'status'] },
  },
  'order.corrected': { icon: 'pencil' },
  'order.delivered': {
    icon: 'check',
    tone: 'green',
    webhook: { type: 'order.delivered', data: 'order', facts: ['line', 'quantity', 'status'] },
  },
  'order.cancelled': {
    icon: 'x',
    tone: 'red',
    // Without the reason: the order shows it, where it is deleted when the buyer is erased.
    notice: { to: 'seller' },
    webhook: { type: 'order.cancelled', data: 'order', facts: ['line', 'quantity', 'status'] },
  },
  'order.erased': { icon: 'trash', webhook: { type: 'order.erased', data: 'order', facts: [] } },
  'settings.edit': { icon: 'settings', audience: 'everybody' },
  'apiKey.create': { icon: 'key', tone: 'blue' },
  'apiKey.revoke': { icon: 'key', tone: 'red' },
  // Notified per message, to the person who has to answer or has asked (server/chats/notify-of-messages.ts).
  'chat.message': { icon: 'message', tone: 'blue', webhook: { type: 'chat.message', data: 'message' } },
  'chat.solve': { icon: 'check', tone: 'green' },
  'chat.reopen': { icon: 'back' },
  'chat.assign': { icon: 'user-check', tone: 'blue', audience: 'otherAdmins' },
  'chat.block': { icon: 'message-off', tone: 'red' },
  'chat.unblock': { icon: 'message' },
  'chat.rate': { icon: 'message', tone: 'green' },
  'chat.erase': { icon: 'trash' },
  'widget.rotate': { icon: 'key', tone: 'blue' },
  'webhook.create': { icon: 'webhook', tone: 'blue' },
  'webhook.edit': { icon: 'webhook' },
  'webhook.reveal': { icon: 'key', tone: 'amber' },
  'webhook.rotate': { icon: 'key', tone: 'blue' },
  'webhook.delete': { icon: 'trash', tone: 'red' },
  'webhook.disable': { icon: 'webhook', tone: 'red', notice: { to: 'operators' } },
  'webhook.fail': { icon: 'webhook', tone: 'red', notice: { to: 'operators' } },
} as const satisfies Record<`${string}.${string}`, EventRow>

export type EventKind = keyof typeof table
export const eventRows: Record<EventKind, EventRow> = table
export const eventKinds = Object.keys(table) as [EventKind, ...EventKind[]]

/** The kinds of events that their author can undo, each with the kind of its undo. */
export const undoOf: ReadonlyMap<EventKindName, EventKind> = new Map(
  eventKinds.flatMap((kind) => (eventRows[kind].undoes ? [[eventRows[kind].undoes, kind]] : [])),
)

type NounOf<Kind> = Kind extends `${infer Noun}.${string}` ? Noun : never
type TextOf<Kind, Notice> = Notice extends { text: infer Text } ? Text : Kind
type TextsOf<Kind extends EventKind, Row> = Row extends { notice: infer Notice }
  ? TextOf<Kind, Notice extends readonly (infer One)[] ? One : Notice>
  : never
/** The names of all texts of notices. `message.delivered` belongs to no event: it tells an author that their announcement has reached all. */
export type NoticeText = { [Kind in EventKind]: TextsOf<Kind, (typeof table)[Kind]> }[EventKind] | 'message.delivered'

const logOf: Record<NounOf<EventKind>, HistoryType | null> = {
  product: 'product_edit',
  editRequest: 'product_edit',
  user: 'user_edit',
  message: null,
  order: null,
  settings: null,
  apiKey: null,
  chat: null,
  widget: null,
  webhook: null,
}

type Happened = { kind: EventKind; actorId: string | null; ownerId: string | null }

/**
 * The log type of one event; null if it appears in the history without one. An admin who restores a product approves it again
 * (product §6).
 */
export function historyTypeFor({ kind, actorId, ownerId }: Happened): HistoryType | null {
  if (kind === 'product.restore' && actorId !== ownerId) return 'product_approval'
  return eventRows[kind].log ?? logOf[kind.split('.')[0] as NounOf<EventKind>]
}

/**
 * Hints that appear in no history: those for one person, those by which admins share their work, and those that nodes exchange only among
 * themselves (after `session.change` they check at once whether a person's sessions are still valid).
 */
const otherHints = {
  'notification.change': 'owner',
  'import.change': 'owner',
  'bulk.change': 'admins',
  // `change` of a private view, `share` of one that all admins share.
  'savedView.change': 'owner',
  'savedView.share': 'admins',
  'product.look': 'admins',
  // For each seller with a line in the order; admins hear the event itself.
  'order.change': 'owner',
  'chat.read': undefined,
  'chat.typing': undefined,
  'chat.note': 'otherAdmins',
  'webhook.change': 'admins',
  'session.change': 'nobody',
} as const satisfies Record<string, Rule | undefined>

export type FeedKind = EventKind | keyof typeof otherHints
/** The kinds of hints on a live stream: something of this kind happened to this item, never what. */
export type HintKind = Exclude<FeedKind, 'session.change'>
export type HintNoun = NounOf<HintKind>
export const feedKinds = [...eventKinds, ...Object.keys(otherHints)] as FeedKind[]
export const hintKinds = feedKinds.filter((kind) => kind !== 'session.change') as [HintKind, ...HintKind[]]

/** Who a hint may reach: the owner of the item, admins, or one person. */
export type Audience = { kind: FeedKind; ownerId: string | null }
/** Who hears live: a signed-in person, or a buyer, who hears only of their own chat. */
export type Hearer = { id: string; role: Role | 'buyer' }
type Hearing = (actor: Hearer, ownerId: string | null) => boolean

const hears: Record<Rule | 'default', Hearing> = {
  default: ({ id, role }, ownerId) => role === 'admin' || ownerId === id,
  owner: ({ id }, ownerId) => ownerId === id,
  admins: ({ role }) => role === 'admin',
  // Except the participant of the chat.
  otherAdmins: ({ id, role }, ownerId) => role === 'admin' && ownerId !== id,
  everybody: ({ role }) => role !== 'buyer',
  nobody: () => false,
}

const rules: Record<FeedKind, Rule | undefined> = {
  ...(Object.fromEntries(eventKinds.map((kind) => [kind, eventRows[kind].audience])) as Record<EventKind, Rule | undefined>),
  ...otherHints,
}

/** True if this person may hear that it happened. Asked per listener, like any read. */
export const mayHear: (actor: Hearer, audience: Audience) => boolean = (actor, { kind, ownerId }) =>
  hears[rules[kind] ?? 'default'](actor, ownerId)

const deciding = (decision: 'approved' | 'rejected') => eventKinds.filter((kind) => eventRows[kind].decision === decision)
/** The events that decide on products and edit requests. */
export const decisionKinds = { approved: deciding('approved'), rejected: deciding('rejected') } as const
