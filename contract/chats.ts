import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById, page, pageOf } from '#contract/page.ts'
import { Chat, ChatMessage, ChatNote, ChatNoteText, ClientId, NewMessage, Typist } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { say } from '#domain/shape-texts.ts'
import { Id, Moment, prose, Search } from '#domain/text.ts'
import { Score } from '#domain/widget.ts'

/** The filters of the chat list: `unread` by admins, `waiting` for an answer (open, and the participant wrote last), by status, or `rated` by a buyer. */
const chatFilters = ['all', 'unread', 'waiting', 'open', 'solved', 'rated'] as const
export const ChatFilter = z.enum(chatFilters)
export type ChatFilter = z.infer<typeof ChatFilter>

export const chatSorts = ['newest', 'oldest'] as const
const ChatSort = z.enum(chatSorts)

/** A month such as `2026-11`. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, say('month'))
const RatingFigures = z.object({ count: z.int(), average: z.number().nullable(), scores: z.array(z.int()) })

/**
 * A chat of the list. `found`: the newest message that matches the search, around the match, with its time and side; null if the search
 * matches elsewhere, or is empty.
 */
export const ListedChat = Chat.extend({
  found: z.object({ before: z.string(), match: z.string(), after: z.string(), byBuyer: z.boolean(), timestamp: Moment }).nullable(),
})
export type ListedChat = z.infer<typeof ListedChat>

const upTo = ById.extend({ number: z.int().min(0) })

/** Which messages to read; see `chats.messages`. */
export const messageRange = {
  before: z.int().min(1).optional(),
  after: z.int().min(0).optional(),
  limit: z.int().min(1).max(limits.chat.pageMax).default(limits.chat.pageMax),
}
type Range = { before?: number | undefined; after?: number | undefined }
export const oneEnd = [
  ({ before, after }: Range) => before === undefined || after === undefined,
  { path: ['after'], message: say('before-or-after') },
] as [(range: Range) => boolean, { path: string[]; message: string }]

/**
 * Conversations with support (product §7). The participant and admins see a chat; for all others it does not exist, like an unknown one:
 * `not-found`, "Chat not found". An admin takes part in their own chat as its participant.
 *
 * The live stream and the poll send hints with the chat's `id` to the participant and admins: `chat.message` with the `number` and the
 * `message` itself (`ChatMessage`); `chat.read` when a read or delivered mark moved; `chat.typing` when a person starts or stops writing;
 * `chat.solve`, `chat.reopen`, `chat.block`, `chat.unblock`; `chat.erase` when messages lost their text; to admins only `chat.assign` and `chat.note`. After any but the first, clients
 * ask again. Clients order messages by number; if one is missing they ask `messages` with `after`.
 */
export const chats = {
  /**
   * The caller's own chat, created by the first call; two at once create one. An admin may name a person by `buyerId` to write to them
   * first; a seller who names another person gets `not-found`. The support admin has no chat: `not-allowed`. Without an active admin:
   * `no-admin`, "Admin user not found".
   */
  open: oc.input(z.object({ buyerId: Id.optional() })).output(Chat),
  /** For admins: all chats with messages except their own, ordered by the last message. */
  list: oc
    .input(
      z.object({
        filter: ChatFilter.default('all'),
        /** The id of an admin, or `none` for chats without an assignee. */
        assignee: z.union([z.literal('none'), Id]).optional(),
        /** The chat of this participant. */
        buyerId: Id.optional(),
        /** Chats with such a rating: given in this month of the marketplace, with this score. */
        ratedIn: Month.optional(),
        score: Score.optional(),
        /** Searches the participant's name, shop name and e-mail, and the messages. */
        search: Search.optional(),
        sort: ChatSort.default('newest'),
        ...page,
      }),
    )
    .output(pageOf(ListedChat)),
  /**
   * For admins: how many ratings buyers gave, their average (null without any), the number of each score from 1 to 5, and the same per month of the
   * marketplace, newest first. `list` with `rated`, `ratedIn` and `score` shows their chats.
   */
  ratings: oc.output(RatingFigures.extend({ months: z.array(RatingFigures.extend({ month: Month })) })),
  /**
   * For badges. A seller: unread messages of their chat. An admin: chats, except their own, with messages that no admin has read. Exact to
   * 999; 1000 means more.
   */
  unread: oc.output(z.object({ unread: z.int() })),
  get: oc.input(ById).output(Chat),
  /**
   * A page of messages in the order of numbers. Without `before` and `after`, the last ones; `before`: the messages right before that
   * number (older ones; none before number 1); `after`: those right after it (missed ones). `lastNumber` is the last of the chat at that
   * moment.
   */
  messages: oc.input(ById.extend(messageRange).refine(...oneEnd)).output(z.object({ rows: z.array(ChatMessage), lastNumber: z.int() })),
  /**
   * Sends a message and returns it with its number. The same `clientId` by the same person in the same chat returns the existing message,
   * so that repeats are harmless. Files are named by the paths that `POST /api/chats/{id}/files?name=…` returned. A participant's message
   * reopens a solved chat. Throws `chat-blocked`, `no-admin`, `participant-closed`, `too-many-requests` (with Retry-After; repeat later), and
   * `invalid-argument` for `attachments` that this person did not upload here.
   */
  send: oc.input(NewMessage).output(ChatMessage),
  /**
   * Marks the messages of the other side as read up to this number (at most the last) and clears their notifications. Never moves back, so
   * late and repeated calls change nothing. All admins share one mark.
   */
  markRead: oc.input(upTo).output(Chat),
  /** Records that the messages up to this number arrived on a device of this side. Read messages count as delivered. */
  markDelivered: oc.input(upTo).output(Chat),
  /** For admins: no answer is needed; the participant's next message reopens the chat. Idempotent. */
  solve: oc.input(ById).output(Chat),
  reopen: oc.input(ById).output(Chat),
  /** For admins: sets the assignee, an active admin other than the participant, or null. Throws `invalid-argument` for any other person. */
  assign: oc.input(ById.extend({ assigneeId: Id.nullable() })).output(Chat),
  /** For admins: the participant may read but no longer write. The reason is for the history; the participant is not told. */
  block: oc.input(ById.extend({ reason: prose({ min: 1, max: limits.chat.blockReasonMax }) })).output(Chat),
  unblock: oc.input(ById).output(Chat),
  /** For admins except the participant: private notes, oldest first; the newest if there are very many. */
  notes: oc.input(ById).output(z.object({ rows: z.array(ChatNote) })),
  /** Adds a note; the same `clientId` again returns the existing note. */
  addNote: oc.input(ById.extend({ clientId: ClientId, text: ChatNoteText })).output(ChatNote),
  /** The other people who are writing in this chat now. */
  typists: oc.input(ById).output(z.object({ rows: z.array(Typist) })),
  /** Publishes that the caller is writing, for `limits.chat.typingMs`, or has stopped; returns who else is writing. */
  sayTyping: oc.input(ById.extend({ typing: z.boolean() })).output(z.object({ rows: z.array(Typist) })),
}
