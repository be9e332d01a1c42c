import { z } from 'zod'
import { ChatMessage } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { Id, Moment } from '#domain/text.ts'
import type { Actor } from '#domain/user.ts'

/** Everything that can happen, `noun.verb` (product §6). */
export const eventKinds = [
  'product.create',
  'product.submit',
  'product.edit',
  'product.withdraw',
  'product.approve',
  'product.reject',
  'product.archive',
  'product.restore',
  'product.assign',
  'product.delete',
  'editRequest.create',
  'editRequest.edit',
  'editRequest.withdraw',
  'editRequest.approve',
  'editRequest.approvePartly',
  'editRequest.reject',
  'editRequest.supersede',
  'user.register',
  'user.profile',
  'user.password',
  'user.email',
  'user.secondFactor',
  'user.role',
  'user.signOut',
  'user.suspend',
  'user.reactivate',
  'user.close',
  'user.invite',
  'user.uninvite',
  'message.send',
  'message.stop',
  'order.placed',
  'order.paid',
  'order.refunded',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'order.erased',
  'settings.edit',
  'apiKey.create',
  'apiKey.revoke',
  'chat.message',
  'chat.solve',
  'chat.reopen',
  'chat.assign',
  'chat.block',
  'chat.unblock',
  'webhook.create',
  'webhook.edit',
  'webhook.reveal',
  'webhook.rotate',
  'webhook.delete',
  'webhook.disable',
  'webhook.fail',
] as const
export const EventKind = z.enum(eventKinds)
export type EventKind = z.infer<typeof EventKind>

export const historyTypes = ['product_approval', 'product_rejection', 'product_edit', 'user_edit', 'payment'] as const
export const HistoryType = z.enum(historyTypes)
export type HistoryType = z.infer<typeof HistoryType>

/** The log type of the specification for each event; null events appear in the history without one (product §6). */
export const historyTypeOf: Record<EventKind, HistoryType | null> = {
  'product.create': 'product_edit',
  'product.submit': 'product_edit',
  'product.edit': 'product_edit',
  'product.withdraw': 'product_edit',
  'product.approve': 'product_approval',
  'product.reject': 'product_rejection',
  'product.archive': 'product_edit',
  'product.restore': 'product_edit',
  'product.assign': 'product_edit',
  'product.delete': 'product_edit',
  'editRequest.create': 'product_edit',
  'editRequest.edit': 'product_edit',
  'editRequest.withdraw': 'product_edit',
  'editRequest.approve': 'product_edit',
  'editRequest.approvePartly': 'product_edit',
  'editRequest.reject': 'product_edit',
  'editRequest.supersede': 'product_edit',
  'user.register': 'user_edit',
  'user.profile': 'user_edit',
  'user.password': 'user_edit',
  'user.email': 'user_edit',
  'user.secondFactor': 'user_edit',
  'user.role': 'user_edit',
  'user.signOut': 'user_edit',
  'user.suspend': 'user_edit',
  'user.reactivate': 'user_edit',
  'user.close': 'user_edit',
  'user.invite': 'user_edit',
  'user.uninvite': 'user_edit',
  'message.send': null,
  'message.stop': null,
  'order.placed': null,
  'order.paid': 'payment',
  'order.refunded': 'payment',
  'order.shipped': null,
  'order.delivered': null,
  'order.cancelled': null,
  'order.erased': null,
  'settings.edit': null,
  'apiKey.create': null,
  'apiKey.revoke': null,
  'chat.message': null,
  'chat.solve': null,
  'chat.reopen': null,
  'chat.assign': null,
  'chat.block': null,
  'chat.unblock': null,
  'webhook.create': null,
  'webhook.edit': null,
  'webhook.reveal': null,
  'webhook.rotate': null,
  'webhook.delete': null,
  'webhook.disable': null,
  'webhook.fail': null,
}

type Happened = { kind: EventKind; actorId: string | null; ownerId: string | null }

/** The log type of one event: that of `historyTypeOf`, except that an admin who restores a product approves it again (product §6). */
export function historyTypeFor({ kind, actorId, ownerId }: Happened): HistoryType | null {
  return kind === 'product.restore' && actorId !== ownerId ? 'product_approval' : historyTypeOf[kind]
}

/**
 * The kinds of hints on a live stream: something of this kind happened to this item, never what. In addition to events there are hints that
 * appear in no history: those for one person, and those by which admins share their work.
 */
export const hintKinds = [
  ...eventKinds,
  'notification.change',
  'import.change',
  'bulk.change',
  'product.look',
  'order.change',
  'chat.read',
  'chat.typing',
  'chat.note',
  'webhook.change',
] as const
export const HintKind = z.enum(hintKinds)
export type HintKind = z.infer<typeof HintKind>

/**
 * Hints that nodes exchange only among themselves: after `session.change` they check at once whether a person's sessions are still valid.
 */
export const feedKinds = [...hintKinds, 'session.change'] as const
export type FeedKind = (typeof feedKinds)[number]

/** The hint of a chat message carries its number and, for people who may read it, the message itself (architecture, mechanism 6). */
export const Hint = z.object({
  position: z.string(),
  kind: HintKind,
  id: z.string(),
  number: z.int().optional(),
  message: ChatMessage.optional(),
})
export type Hint = z.infer<typeof Hint>

/** Why the server ends a stream for good: the browser goes to sign-in instead of reconnecting. `expired` means that the session ran out. */
export const streamEnds = ['signed-out', 'expired', 'suspended'] as const
export const StreamEnd = z.object({ reason: z.enum(streamEnds) })
export type StreamEnd = z.infer<typeof StreamEnd>

const { pollSecondsMin, pollSecondsMax, pollSeconds } = limits.live
const wrongWait = `Wait between ${pollSecondsMin} and ${pollSecondsMax} seconds.`

/** The input of a long poll; `wait` in seconds, from the address (spec §9, product §11). */
export const LivePoll = z.object({
  wait: z
    .string(wrongWait)
    .regex(/^\d{1,2}$/, wrongWait)
    .transform(Number)
    .pipe(z.number().min(pollSecondsMin, wrongWait).max(pollSecondsMax, wrongWait))
    .default(pollSeconds),
})

/** Who a hint may reach: the owner of the item, admins, or one person. */
export type Audience = { kind: FeedKind; ownerId: string | null }

/** True if this person may hear that it happened. Asked per listener, like any read (architecture, mechanism 6). */
export function mayHear(actor: Pick<Actor, 'id' | 'role'>, { kind, ownerId }: Audience): boolean {
  if (kind === 'session.change') return false
  // Admins do not see a product while it is being created; they hear of it when it is submitted (product §3).
  if (kind === 'notification.change' || kind === 'import.change' || kind === 'product.create') return ownerId === actor.id
  // For each seller with a line in the order; admins hear the event itself.
  if (kind === 'order.change') return ownerId === actor.id
  // For admins, except the participant of the chat.
  if (kind === 'chat.note' || kind === 'chat.assign') return actor.role === 'admin' && ownerId !== actor.id
  // Bulk decisions, presence and webhooks concern admins only.
  if (kind === 'bulk.change' || kind === 'product.look' || kind === 'webhook.change') return actor.role === 'admin'
  return actor.role === 'admin' || kind === 'settings.edit' || (ownerId !== null && ownerId === actor.id)
}

/** The events that decide on products and edit requests (product §5); a take-down is also a rejection with a reason. */
export const decisionKinds = {
  approved: ['product.approve', 'editRequest.approve', 'editRequest.approvePartly'],
  rejected: ['product.reject', 'editRequest.reject'],
} as const satisfies Record<string, readonly EventKind[]>

/** Which decisions: all, by outcome, or those on items that had waited for a decision; nothing waits before a take-down. */
export const decisionFilters = ['any', 'approved', 'rejected', 'waited'] as const
export type DecisionFilter = (typeof decisionFilters)[number]

/** One line of `history_logs` (spec §3), with the additions of Backstall. */
export const HistoryLog = z.object({
  id: z.string(),
  type: HistoryType.nullable(),
  kind: EventKind,
  description: z.string(),
  itemId: z.string(),
  /** The person's name, or null where the system acted. */
  user: z.string().nullable(),
  userId: Id.nullable(),
  reason: z.string().nullable(),
  fields: z.array(z.string()),
  /** Values of the changed fields; an erasure blanks them. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** For a decision, how long the item had waited for it, in milliseconds; null if nothing waited. */
  waitedMs: z.int().nullable(),
  timestamp: Moment,
})
export type HistoryLog = z.infer<typeof HistoryLog>
