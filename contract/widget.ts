import { oc } from '@orpc/contract'
import { z } from 'zod'
import { messageRange, oneEnd } from '#contract/chats.ts'
import { Attachment, BuyersMessage, ChatStatus } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { Id, Moment, prose } from '#domain/text.ts'
import { Rating, Score } from '#domain/widget.ts'

/** What the widget shows before it knows the buyer. */
export const WidgetConfig = z.object({
  marketplaceName: z.string(),
  /** `url` is relative to Backstall, as all addresses in these answers. */
  logo: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
  privacyUrl: z.string(),
  /** Such as "Usually within two hours"; may be empty. */
  replyTime: z.string(),
  /** Whether support is there now, and when it is there next if that is near; null if support keeps no hours. */
  hours: z.object({ open: z.boolean(), next: Moment.nullable() }).nullable(),
  /** Whether people may write whom no storefront has vouched for. */
  anonymous: z.boolean(),
})
export type WidgetConfig = z.infer<typeof WidgetConfig>

/** `path` names the file in `send`. `url` loads it, for some minutes; the next answer with this message has a new address. */
export const WidgetAttachment = Attachment.omit({ thumbnails: true }).extend({
  /** Null for a PDF. */
  thumbnail: z.string().nullable(),
})
export type WidgetAttachment = z.infer<typeof WidgetAttachment>

export const WidgetMessage = z.object({
  /** 1, 2, 3 … without a gap; the order of the chat. */
  number: z.int(),
  /** True if the buyer wrote it, false if support did. */
  byBuyer: z.boolean(),
  /** The id that the buyer's widget made; null for messages of support. */
  clientId: z.string().nullable(),
  senderName: z.string(),
  text: z.string(),
  /** True if the text was erased. */
  erased: z.boolean(),
  attachments: z.array(WidgetAttachment),
  timestamp: Moment,
})
export type WidgetMessage = z.infer<typeof WidgetMessage>

/** The buyer's chat. Before their first message it is open and empty. */
export const WidgetChat = z.object({
  buyer: z.object({ id: Id, name: z.string(), verified: z.boolean() }),
  status: ChatStatus,
  /** True if the buyer may only read. */
  blocked: z.boolean(),
  /** The number of the last message, 0 without one. */
  lastNumber: z.int(),
  /** Messages of support that the buyer has not read. */
  unread: z.int(),
  /** How far support has received and read the buyer's messages. */
  supportDeliveredTo: z.int(),
  supportReadTo: z.int(),
  /** The rating of the present solution; it can be changed until the chat is open again. */
  rating: Rating.nullable(),
  /** True while the chat is solved and not yet rated. */
  ratingDue: z.boolean(),
})
export type WidgetChat = z.infer<typeof WidgetChat>

const rows = z.object({ rows: z.array(WidgetMessage), lastNumber: z.int() })
const writing = z.object({ names: z.array(z.string()) })

/** @public The calls that need no token. All others are about the chat of the buyer in the token, so no call names a chat. */
export const openWidgetCalls = ['config', 'start'] as const

/**
 * @public The calls of the chat widget (product §7): `POST /api/widget/<call>` with the input as JSON, from a listed origin (docs/widget.md). Refusals are
 * `{ error, code, field }`.
 */
export const widgetContract = {
  config: oc.output(WidgetConfig),
  /** A token for a visitor without one of the storefront. Throws `verified-only`. */
  start: oc.output(z.object({ token: z.string() })),
  /** The chat with its newest messages. */
  open: oc.output(z.object({ chat: WidgetChat, rows: z.array(WidgetMessage) })),
  chat: oc.output(WidgetChat),
  /** A page of messages in the order of their numbers: the last ones, those right before `before`, or those right after `after`. */
  messages: oc.input(z.object(messageRange).refine(...oneEnd)).output(rows),
  /**
   * Sends a message, once per `clientId`: repeats return the existing one. It reopens a solved chat. Throws `chat-blocked`, `no-admin`,
   * `too-many-requests`, and `invalid-argument` for `attachments` that this buyer did not upload.
   */
  send: oc.input(BuyersMessage).output(WidgetMessage),
  /** Marks the messages of support as read up to this number; never moves back. */
  markRead: oc.input(z.object({ number: z.int().min(0) })).output(WidgetChat),
  /** The names of those who write for support at this moment. */
  typists: oc.output(writing),
  /** Tells support that the buyer is writing, for `limits.chat.typingMs`, or has stopped. */
  sayTyping: oc.input(z.object({ typing: z.boolean() })).output(writing),
  /** Rates the solved chat, once per solution; again, it replaces that rating. Throws `chat-not-solved`, `chat-blocked`. */
  rate: oc.input(z.object({ score: Score, comment: prose({ max: limits.chat.ratingCommentMax }).default('') })).output(WidgetChat),
}

/** The calls of the settings about the widget's secret, for admins. */
export const widget = {
  /** When the present secret was made, null without one; until when former ones are still accepted. */
  secret: oc.output(z.object({ createdAt: Moment.nullable(), formerUntil: Moment.nullable() })),
  /**
   * Makes a new secret for tokens by HS256, which is shown this once. Former ones are accepted for another day, or with `endFormer` no longer. Throws
   * `too-many-requests`.
   */
  rotateSecret: oc.input(z.object({ endFormer: z.boolean().default(false) })).output(z.object({ secret: z.string() })),
}
