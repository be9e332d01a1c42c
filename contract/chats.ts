import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Chat, ChatMessage, ChatNote, ChatNoteText, ClientId, NewMessage, Typist } from '#domain/chat.ts'
import { limits } from '#domain/limits.ts'
import { Id, Search } from '#domain/text.ts'

/** Which chats a list shows: `unread` by our side, `waiting` for an answer (open, and the participant wrote last), or by status. */
export const chatFilters = ['all', 'unread', 'waiting', 'open', 'solved'] as const
export const ChatFilter = z.enum(chatFilters)
export type ChatFilter = z.infer<typeof ChatFilter>

export const chatSorts = ['newest', 'oldest'] as const
export const ChatSort = z.enum(chatSorts)

const one = z.object({ id: Id })
const upTo = one.extend({ number: z.int().min(0) })

/**
 * Conversations with support (product §7). A chat is seen by its participant and by admins; to everybody else it does not exist, and
 * neither does an unknown one: `not-found`, "Chat not found". An admin whose own chat it is takes part in it as its participant.
 *
 * The live stream and the poll tell by hints whose `id` is the chat's, to the participant and admins: `chat.message` with the `number` and the
 * `message` itself (`ChatMessage`); `chat.read` when a read or delivered mark moved; `chat.typing` when somebody begins or stops writing;
 * `chat.solve`, `chat.reopen`, `chat.block`, `chat.unblock`; to admins alone `chat.assign` and `chat.note`. Of all but the first ask again.
 * Clients order by number; where one is missing they ask `messages` with `after`.
 */
export const chats = {
  /**
   * One's own chat, made at the first time; opened twice at once it is one. An admin may name a person by `buyerId` to write to him first; a
   * seller who names somebody else is told `not-found`. The support admin has no chat of his own: `not-allowed`. Without an active admin who
   * could answer: `no-admin`, "Admin user not found".
   */
  open: oc.input(z.object({ buyerId: Id.optional() })).output(Chat),
  /** For admins: all chats in which something was said, but one's own; the last message decides the order. */
  list: oc
    .input(
      z.object({
        filter: ChatFilter.default('all'),
        /** The id of an admin, or `none` for chats that nobody has taken on. */
        assignee: z.union([z.literal('none'), Id]).optional(),
        /** In the participant's name, shop name and e-mail, and in what was said. */
        search: Search.optional(),
        sort: ChatSort.default('newest'),
        cursor: z.string().max(2_000).optional(),
        limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size),
      }),
    )
    .output(z.object({ rows: z.array(Chat), next: z.string().nullable() })),
  /** For badges. A seller: unread messages of his own chat. An admin: chats, but his own, with messages no admin has read. Exact to 999; 1000 is more. */
  unread: oc.output(z.object({ unread: z.int() })),
  get: oc.input(one).output(Chat),
  /**
   * A piece of the conversation, in the order of numbers. Without `before` and `after` its end; `before` the messages right before that number
   * (older ones; there are none before number 1), `after` those right after it (what was missed). `lastNumber` is the chat's at that moment.
   */
  messages: oc
    .input(
      one
        .extend({
          before: z.int().min(1).optional(),
          after: z.int().min(0).optional(),
          limit: z.int().min(1).max(limits.chat.pageMax).default(limits.chat.pageMax),
        })
        .refine(({ before, after }) => before === undefined || after === undefined, {
          path: ['after'],
          message: 'Use either before or after.',
        }),
    )
    .output(z.object({ rows: z.array(ChatMessage), lastNumber: z.int() })),
  /**
   * Sends a message and answers it with its number. The same `clientId` by the same person in the same chat answers the message that is there, so
   * that repeats are harmless. Files are named by the paths that `POST /api/chats/{id}/files?name=…` answered. A participant's message opens a
   * solved chat again. Refused with `chat-blocked`, `no-admin`, `too-many-requests` (with Retry-After; send the same again later), and
   * `invalid-argument` for `attachments` that this person did not bring here.
   */
  send: oc.input(NewMessage).output(ChatMessage),
  /**
   * Marks the messages of the other side read up to this number (the last at most) and clears their notices. Never goes back, so late and
   * doubled calls change nothing. All admins share one mark.
   */
  markRead: oc.input(upTo).output(Chat),
  /** Says that the messages up to this number have arrived on a device of this side. What is read has arrived, too. */
  markDelivered: oc.input(upTo).output(Chat),
  /** For admins: nothing more is to be done; the participant's next message opens it again. Doing it twice changes nothing. */
  solve: oc.input(one).output(Chat),
  reopen: oc.input(one).output(Chat),
  /** For admins: who takes care of it, an active admin other than the participant; null for nobody. Throws `invalid-argument` for anybody else. */
  assign: oc.input(one.extend({ assigneeId: Id.nullable() })).output(Chat),
  /** For admins: the participant may read but not write any more. */
  block: oc.input(one).output(Chat),
  unblock: oc.input(one).output(Chat),
  /** For admins, but not the participant: private notes, oldest first; the newest of very many. */
  notes: oc.input(one).output(z.object({ rows: z.array(ChatNote) })),
  /** Writes a note; the same `clientId` again answers the note that is there. */
  addNote: oc.input(one.extend({ clientId: ClientId, text: ChatNoteText })).output(ChatNote),
  /** Who else is writing in this chat just now. */
  typists: oc.input(one).output(z.object({ rows: z.array(Typist) })),
  /** Says that one is writing, good for `limits.chat.typingMs`, or has stopped; answers who else is. */
  sayTyping: oc.input(one.extend({ typing: z.boolean() })).output(z.object({ rows: z.array(Typist) })),
}
