import type { Attachment } from '#domain/chat.ts'
import { imageOf } from '#server/images/image-paths.ts'
import type { chatMessages, chatNotes, chats, chatTexts } from '#server/platform/database/tables/chats.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type Calendar, hourMs } from './calendar.ts'
import type { Context } from './context.ts'
import { idAt, type LoggedEvent } from './event-log.ts'
import type { People, User } from './people.ts'
import { type Random, random } from './random.ts'
import { type RefusalText, type Thread, threads } from './words/chats.ts'

type Row = typeof chats.$inferSelect
type Message = Omit<typeof chatMessages.$inferSelect, 'eventId'> & { logged: LoggedEvent }
/** An attached file; it is drawn or written later. */
export type Attached = { file: Attachment; chatId: string; by: string; at: number }
export type Chats = {
  chats: Row[]
  messages: Message[]
  texts: (typeof chatTexts.$inferSelect)[]
  notes: (typeof chatNotes.$inferSelect)[]
  files: Attached[]
}

/** Conversations with support: most are solved, some wait for an answer, some are unread. */
export function makeChats(context: Context, { admins, sellers }: People): Chats {
  const chance = random('chats')
  const made: Chats = { chats: [], messages: [], texts: [], notes: [], files: [] }
  const active = sellers.filter(({ until }) => until === Number.POSITIVE_INFINITY)
  // The first ones belong to the sellers whose names are printed.
  const people = [...active.slice(0, 3), ...chance.some(active.slice(3), context.size.chats - 3)]
  let open = 0
  for (const [place, seller] of people.entries()) {
    const thread = threads[place]
    if (!thread) break
    converse({ context, made, chance, admins }, thread.solved ? place : open++, thread, seller.user)
  }
  return made
}

type About = { context: Context; made: Chats; chance: Random; admins: readonly User[] }

/** Open ones began in the last days, every third today; solved ones in the last months. */
function beginning(calendar: Calendar, place: number, { solved }: Thread, chance: Random): number {
  if (!solved) return calendar.at(place % 3, 0.35 + 0.3 * chance.next())
  return calendar.at(chance.int(3, 150), 0.35 + 0.3 * chance.next())
}

function converse({ context, made, chance, admins }: About, place: number, thread: Thread, seller: User): void {
  const { calendar, eventLog } = context
  const admin = chance.pick(admins)
  const from = beginning(calendar, place, thread, chance)
  const id = idAt(from, chance)
  const gap = thread.solved ? 0.7 * hourMs : Math.min(0.4 * hourMs, (calendar.now - from) / (thread.said.length + 2))
  const messages: Message[] = []
  let at = from
  let buyers = 0
  for (const [index, said] of thread.said.entries()) {
    at += index === 0 ? 0 : Math.floor(gap * (0.2 + 0.8 * chance.next()))
    const byBuyer = said.by === 's'
    if (byBuyer) buyers += 1
    const senderId = byBuyer ? seller.id : admin.id
    const event = eventLog.record(at, 'chat.message', { itemId: id, ownerId: seller.id, actorId: senderId, number: index + 1 })
    messages.push({
      chatId: id,
      number: index + 1,
      clientId: `demo-${idAt(at, chance)}`,
      senderId,
      byBuyer,
      buyerCount: buyers,
      createdAt: new Date(at),
      logged: event,
    })
    made.texts.push({ chatId: id, number: index + 1, text: said.text, attachments: attach(made, said, { id, by: senderId, at }, chance) })
  }
  made.messages.push(...messages)
  made.chats.push(chatOf({ id, place, thread, seller, admin }, messages, made.texts.at(-1)?.text ?? ''))
  if (thread.note)
    made.notes.push({
      id: idAt(at, chance),
      chatId: id,
      authorId: admin.id,
      clientId: `demo-${idAt(at, chance)}`,
      text: thread.note,
      createdAt: new Date(at),
    })
  const about = { itemId: id, ownerId: seller.id, actorId: admin.id, title: seller.name }
  if (isTaken(place, thread))
    eventLog.record(from + 60_000, 'chat.assign', { ...about, fields: ['assignee'], after: { to: admin.name, assigneeId: admin.id } })
  if (thread.solved)
    eventLog.record(at + 60_000, 'chat.solve', { ...about, fields: ['status'], before: { status: 'open' }, after: { status: 'solved' } })
}

const isTaken = (place: number, { said }: Thread) => said.some(({ by }) => by === 'a') && place % 3 !== 2

type Talk = { id: string; place: number; thread: Thread; seller: User; admin: User }

/** Unread counts come from the numbers: unread by support is what the seller wrote after support's last answer. */
function chatOf({ id, place, thread, seller, admin }: Talk, messages: readonly Message[], lastText: string): Row {
  const last = messages.at(-1)
  const lastOf = (byBuyer: boolean) => messages.findLast((message) => message.byBuyer === byBuyer)
  const total = messages.length
  const count = last?.buyerCount ?? 0
  // Every other open one is unread; the others were read and still wait.
  const answered = lastOf(false)
  const readByAdmin = thread.solved || place % 2 === 1 || !last?.byBuyer ? last : answered
  const readByBuyer = thread.solved || last?.byBuyer ? last : lastOf(true)
  const supportCount = (message: Message | undefined) => (message ? message.number - message.buyerCount : 0)
  return {
    id,
    buyerId: seller.id,
    buyerName: seller.name,
    assigneeId: isTaken(place, thread) ? admin.id : null,
    status: thread.solved ? 'solved' : 'open',
    buyerEmail: null,
    solvedCount: thread.solved ? 1 : 0,
    blocked: false,
    lastNumber: total,
    buyerCount: count,
    lastMessage: lastText.slice(0, limits.chat.lastMessageMax),
    lastMessageAt: last?.createdAt ?? null,
    lastByBuyer: last?.byBuyer ?? null,
    buyerReadTo: readByBuyer?.number ?? 0,
    buyerReadCount: supportCount(readByBuyer),
    buyerDeliveredTo: readByBuyer?.number ?? 0,
    adminReadTo: readByAdmin?.number ?? 0,
    adminReadCount: readByAdmin?.buyerCount ?? 0,
    adminDeliveredTo: total,
    // No mails are due, because none were ever sent.
    buyerMailDueAt: null,
    buyerMailedTo: total,
    adminMailDueAt: null,
    adminMailedTo: total,
    createdAt: messages[0]?.createdAt ?? new Date(),
  }
}

function attach(
  made: Chats,
  { file }: RefusalText,
  { id, by, at }: { id: string; by: string; at: number },
  chance: Random,
): Attachment[] | null {
  if (!file) return null
  const name = file === 'pdf' ? 'test-report.pdf' : 'new-picture.jpg'
  const path = `chats/${id}/${idAt(at, chance)}_${name}`
  const picture = file === 'picture'
  const { url, thumbnails } = imageOf({ path, name, width: 1200, height: 900 })
  const size = picture ? { width: 1200, height: 900, thumbnails } : { width: null, height: null, thumbnails: {} }
  const attachment: Attachment = { url, path, name, contentType: picture ? 'image/jpeg' : 'application/pdf', bytes: 0, ...size }
  made.files.push({ file: attachment, chatId: id, by, at })
  return [attachment]
}
