import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { Person } from '#domain/person.ts'
import { say } from '#domain/shape-texts.ts'
import { eachOnce, Id, isBlank, line, Moment, prose } from '#domain/text.ts'
import { type Actor, Email, roles, userStatuses } from '#domain/user.ts'
import { type Buyer, Rating } from '#domain/widget.ts'

const { textMax, noteMax, attachmentsMax } = limits.chat

/** What may be attached to a message, by content type (product §7). */
export const attachmentTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'application/pdf'] as const
export const AttachmentType = z.enum(attachmentTypes)
export type AttachmentType = z.infer<typeof AttachmentType>

/** `chats/{chatId}/{id}_{filename}`: a file of a message, sent or not yet sent. */
export const ChatFilePath = z
  .string()
  .max(400)
  .regex(/^chats\/[\w.:~-]+\/[\w-]+_[\w.-]+$/, say('chat-file-path'))

/** A stored file of a chat, for its participant and admins only. */
export const Attachment = z.object({
  url: z.string(),
  path: z.string(),
  name: z.string(),
  contentType: AttachmentType,
  bytes: z.int(),
  /** In pixels; null for a PDF. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Addresses of the thumbnails by width in pixels; none for a PDF. */
  thumbnails: z.record(z.string(), z.string()),
})
export type Attachment = z.infer<typeof Attachment>

/** 1 to 4,000 characters after trimming, in Unicode code points as everywhere (an emoji of several counts as several). Line breaks stay. */
const ChatText = prose({ max: textMax })
export const ChatNoteText = prose({ min: 1, max: noteMax })

/** Made by the client, once per message. Sending it again returns the message that exists. */
export const ClientId = z.string().regex(/^[\w-]{8,64}$/, say('no-client-id'))

const content = {
  clientId: ClientId,
  text: ChatText,
  attachments: z
    .array(ChatFilePath)
    .max(attachmentsMax, say('too-many-files', { max: attachmentsMax }))
    .refine(...eachOnce('file-twice'))
    .default([]),
}
type Content = { text: string; attachments: readonly string[] }
const hasContent = [
  ({ text, attachments }: Content) => !isBlank(text) || attachments.length > 0,
  { path: ['text'], message: say('required') },
] as [(content: Content) => boolean, { path: string[]; message: string }]

/** A message to send: text, files, or both. */
export const NewMessage = z.object({ id: Id, ...content }).refine(...hasContent)
/** The same by a buyer, who has one chat. */
export const BuyersMessage = z.object(content).refine(...hasContent)

/** A message of a chat (spec §3), with its number. */
export const ChatMessage = z.object({
  chatId: Id,
  /** 1, 2, 3 … without a gap; everyone reads the chat in this order. */
  number: z.int(),
  clientId: z.string(),
  senderId: Id,
  senderName: z.string(),
  /** True if the participant wrote it, false if an admin did. */
  byBuyer: z.boolean(),
  text: z.string(),
  /** True if the text was removed with the account of its author. */
  erased: z.boolean(),
  attachments: z.array(Attachment),
  timestamp: Moment,
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const chatStatuses = ['open', 'solved'] as const
export const ChatStatus = z.enum(chatStatuses)

/** Who takes part in chats: a signed-in person, or a buyer through the widget. */
export type ChatActor = Actor | Buyer

/** A conversation with support (spec §3), as its participant and admins see it. */
export const Chat = z.object({
  id: Id,
  /** The participant: a user's id, or `buyer:<sub>`. */
  buyerId: Id,
  buyerName: z.string(),
  /** Messages of admins that the participant has not read. */
  buyerUnreadCount: z.int(),
  /** The admin who answers: the assignee, else the support admin. Null while there is no active admin. */
  adminId: Id.nullable(),
  adminEmail: z.string().nullable(),
  /** Messages of the participant that no admin has read. */
  adminUnreadCount: z.int(),
  createdAt: Moment,
  /** The beginning of the last message; null before the first, and if it was erased. */
  lastMessage: z.string().nullable(),
  lastMessageTimestamp: Moment.nullable(),
  /** True if the participant wrote it; null before the first. */
  lastByBuyer: z.boolean().nullable(),
  /** The number of the last message, which is also the count of messages. */
  lastNumber: z.int(),
  /** The numbers up to which each side has read and received. */
  buyerReadTo: z.int(),
  buyerDeliveredTo: z.int(),
  adminReadTo: z.int(),
  adminDeliveredTo: z.int(),
  status: ChatStatus,
  /** True if the participant may no longer write. */
  blocked: z.boolean(),
  /** The admin who has taken the chat on; null for none, and always null for the participant. */
  assignee: z.object({ id: Id, name: z.string() }).nullable(),
  /** What admins need to know of a participant with an account; null for the participant and for buyers of a storefront. */
  person: Person.omit({ name: true })
    .extend({ email: z.string(), role: z.enum(roles), status: z.enum(userStatuses) })
    .nullable(),
  /** The same for a buyer of a storefront: null for the participant and for people with an account. `verified` by a token of the storefront. */
  buyer: z.object({ email: Email.nullable(), verified: z.boolean() }).nullable(),
  /** The buyer's rating of the last solution; null without one. */
  rating: Rating.nullable(),
})
export type Chat = z.infer<typeof Chat>

/** A note that only admins see. */
export const ChatNote = z.object({ id: Id, authorId: Id, authorName: z.string(), text: z.string(), timestamp: Moment })
export type ChatNote = z.infer<typeof ChatNote>

/** A person who is writing; expires at `until` unless renewed. */
export const Typist = z.object({ id: Id, name: z.string(), byBuyer: z.boolean(), until: Moment })
export type Typist = z.infer<typeof Typist>

/** A text that admins often answer with, part of the settings. */
export const CannedReply = z.object({ title: line({ min: 1, max: limits.chat.cannedTitleMax }), text: prose({ min: 1, max: textMax }) })
export type CannedReply = z.infer<typeof CannedReply>

/** True if this person is the participant of the chat; all others who see it are admins who answer. */
export const isParticipant = ({ id }: Pick<ChatActor, 'id'>, { buyerId }: Pick<Chat, 'buyerId'>): boolean => id === buyerId

/** How far a message has come, for its author; it follows from the marks of the other side. */
export type Delivery = 'sent' | 'delivered' | 'read'
type Marks = Pick<Chat, 'buyerReadTo' | 'buyerDeliveredTo' | 'adminReadTo' | 'adminDeliveredTo'>

export function deliveryOf({ number, byBuyer }: Pick<ChatMessage, 'number' | 'byBuyer'>, marks: Marks): Delivery {
  const [read, delivered] = byBuyer ? [marks.adminReadTo, marks.adminDeliveredTo] : [marks.buyerReadTo, marks.buyerDeliveredTo]
  if (number <= read) return 'read'
  return number <= delivered ? 'delivered' : 'sent'
}
