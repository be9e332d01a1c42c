import { createHash } from 'node:crypto'
import { ChatFilePath } from '#domain/chat.ts'
import { limits as shared } from '#domain/limits.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type Problem, problem, problemOf } from '#server/transfers/problem.ts'
import { readRecords } from '#server/transfers/read-records.ts'
import type { Message } from '#server/transfers/shapes.ts'
import { countsOf, findingOf, listed, refuse, type Transfer } from '#server/transfers/transfer.ts'

/** The temporary tables of messages: as they were read, and those of the chats that are being written, with their numbers. */
export const messageTables = [
  `create temp table transfer_messages (chat_id text collate "C", key text collate "C", sender_id text collate "C", line integer, at timestamptz not null, place integer,
    position bigint generated always as identity, body text, files jsonb, record text not null, primary key (chat_id, key, sender_id))`,
  `create temp table transfer_numbered (at_once bigint primary key, chat_id text not null, number integer not null, key text not null, sender_id text not null,
    by_buyer boolean not null, buyer_count integer not null, at timestamptz not null, body text, files jsonb, record text not null)`,
]

/** A message on its way into `transfer_messages`, with the paths of its files, and how many other attachments it names. */
type Staged = { chatId: string; line: number | null; raw: unknown; message: Message; files: string[]; left: number }

const filesOf = (chatId: string, { attachments }: Message): Pick<Staged, 'files' | 'left'> => {
  const all = Array.isArray(attachments) ? attachments : [attachments].filter((one) => one != null)
  const paths = all.flatMap((one) => ChatFilePath.safeParse(one?.path).data ?? [])
  const files = paths.filter((path) => path.startsWith(`chats/${chatId}/`)).slice(0, shared.chat.attachmentsMax)
  return { files, left: all.length - files.length }
}

/** What is said of attachments that are none of the files of a chat. */
export const leftOut = (count: number, field: string): Problem =>
  problem('attachments-left-out', field, { count, max: shared.chat.attachmentsMax })

/** Puts messages aside until their chat is written. Returns those that are not the first of their id, chat and sender. */
async function stage({ sql }: Pick<Transfer, 'sql'>, messages: readonly Staged[]): Promise<Staged[]> {
  const rows = messages.map(({ chatId, line, raw, files, message: { id, senderId, timestamp: at, text, backstall } }) => {
    const record = JSON.stringify(raw)
    // A message without an id gets one of its content, which is the same in the next export.
    const key = id || createHash('sha256').update(record).digest('hex').slice(0, 32)
    return {
      chatId,
      key,
      senderId,
      line,
      at,
      place: backstall?.number ?? null,
      body: backstall?.erased ? null : text,
      files: files.length > 0 ? files : null,
      record,
    }
  })
  const added = await sql<{ chatId: string; key: string; senderId: string }[]>`
    insert into transfer_messages (chat_id, key, sender_id, line, at, place, body, files, record)
    select g."chatId", g.key, g."senderId", g.line, g.at, g.place, g.body, g.files, g.record
    from json_to_recordset(${JSON.stringify(rows)}::json) g ("chatId" text, key text, "senderId" text, line integer, at timestamptz, place integer, body text, files jsonb, record text)
    on conflict do nothing returning chat_id as "chatId", key, sender_id as "senderId"`
  const nameOf = (row: { chatId: string; key: string; senderId: string }) => [row.chatId, row.key, row.senderId].join('\n')
  const firsts = new Set(added.map(nameOf))
  return messages.filter((_, at) => {
    const row = rows[at]
    return !row || !firsts.delete(nameOf(row))
  })
}

const twice = (field: string) => problem('message-twice', field)

/** Reads messages that are a collection of their own, so that each chat finds its messages. */
export async function stageMessages(transfer: Transfer, file: string | null): Promise<void> {
  if (!file) return
  const collection = 'messages'
  transfer.progress.at = collection
  for await (const read of readRecords(file)) {
    transfer.signal?.throwIfAborted()
    const messages: Staged[] = []
    for (const one of read) {
      const { line } = one
      if ('problem' in one) {
        refuse(transfer, { collection, line, id: null }, [one.problem])
        continue
      }
      const { data, error } = transfer.shapes.messages.safeParse(one.value)
      if (!data) refuse(transfer, { collection, line, id: null }, error.issues.map(problemOf))
      else if (!data.chatId) refuse(transfer, { collection, line, id: data.id ?? null }, [problem('chat-missing', 'chatId')])
      else messages.push({ chatId: data.chatId, line, raw: one.value, message: data, ...filesOf(data.chatId, data) })
    }
    for (const { line, message, left } of messages.filter(({ left }) => left > 0))
      transfer.onFinding(findingOf({ collection, line, id: message.id ?? null }, leftOut(left, 'attachments'), 'noted'))
    const repeated = await stage(transfer, messages)
    for (const { line, message } of repeated) refuse(transfer, { collection, line, id: message.id ?? null }, [twice('id')])
    // What becomes of the others is counted with their chat.
    countsOf(transfer, 'messages').read += messages.length - repeated.length
    await transfer.onProgress(transfer.progress)
  }
  await transfer.sql`analyze transfer_messages`
}

/** What is wrong with each message that cannot be imported, and how many attachments of the others were left out. */
type Inner = { broken: Problem[][]; left: number }

/** Puts the messages inside a chat aside. Returns null if too many cannot be imported. */
export async function stageInner(transfer: Transfer, chatId: string, messages: object): Promise<Inner | null> {
  const broken: Problem[][] = []
  let left = 0
  let page: Staged[] = []
  const end = async () => {
    for (const { message } of await stage(transfer, page)) broken.push([twice(`messages.${message.id ?? ''}`)])
    page = []
  }
  for (const [key, raw] of innerOf(messages)) {
    const read = Array.isArray(messages) || typeof raw !== 'object' || raw === null ? raw : { ...raw, id: key }
    const { data, error } = transfer.shapes.messages.safeParse(read)
    if (data) {
      const files = filesOf(chatId, data)
      left += files.left
      page.push({ chatId, line: null, raw: read, message: data, ...files })
    } else broken.push(error.issues.map((issue) => problemOf({ ...issue, path: ['messages', key, ...issue.path] })))
    if (page.length >= limits.transfer.batch) await end()
    if (broken.length > limits.transfer.brokenMax) return null
  }
  await end()
  return { broken, left }
}

/** A list may be very long: its keys are not all made at once. */
function* innerOf(messages: object): Generator<[string, unknown]> {
  if (Array.isArray(messages)) for (let at = 0; at < messages.length; at += 1) yield [String(at), messages[at]]
  else yield* Object.entries(messages)
}

/** How many messages are inside a chat. */
export const countInner = (messages: unknown): number =>
  typeof messages !== 'object' || messages === null ? 0 : Array.isArray(messages) ? messages.length : Object.keys(messages).length

/** How many messages of these chats were put aside. */
export async function stagedIn({ sql }: Pick<Transfer, 'sql'>, ids: readonly unknown[]): Promise<Map<string, number>> {
  const texts = ids.filter((id) => typeof id === 'string')
  const rows = await sql<{ id: string; count: number }[]>`
    select g.value as id, (select count(*)::int from transfer_messages m where m.chat_id = g.value) as count
    from json_array_elements_text(${listed(texts.filter((id) => id.isWellFormed() && !id.includes('\0')))}::json) g`
  return new Map(rows.map((row) => [row.id, row.count]))
}

/** Reports the messages whose chat the export does not have. */
export async function refuseLeftMessages(transfer: Transfer): Promise<void> {
  for (let last = -1; ; ) {
    transfer.signal?.throwIfAborted()
    const rows = await transfer.sql<{ line: number; chatId: string }[]>`
      select line, chat_id as "chatId" from transfer_messages m
      where line > ${last} and not exists (select from transfer_seen s where s.collection = 'chats' and s.id = m.chat_id)
      order by line limit ${limits.transfer.batch}`
    for (const { line, chatId } of rows) {
      const missing = problem('no-such-record', 'chatId', { id: chatId.slice(0, shared.text.idMax), collection: 'chats' })
      transfer.onFinding(findingOf({ collection: 'messages', line, id: null }, missing, 'rejected'))
    }
    countsOf(transfer, 'messages').rejected += rows.length
    if (rows.length === 0) return
    last = rows.at(-1)?.line ?? last
    await transfer.onProgress(transfer.progress)
  }
}
