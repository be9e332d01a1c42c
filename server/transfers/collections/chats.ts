import { createHash } from 'node:crypto'
import { limits as shared } from '#domain/limits.ts'
import { buyerIdOf, isBuyerId } from '#domain/widget.ts'
import { chatMessages, chats, chatTexts } from '#server/platform/database/tables/chats.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { Item, Kind, Reference } from '#server/transfers/kind.ts'
import { type Problem, problem, problemOf } from '#server/transfers/problem.ts'
import { readRecords } from '#server/transfers/read-records.ts'
import type { Message } from '#server/transfers/shapes.ts'
import { count, findingOf, listed, type Transfer } from '#server/transfers/transfer.ts'
import { upsert } from '#server/transfers/upsert.ts'

/** A message with the record it was read from. */
export type Inner = { key: string; raw: unknown; message: Message }
type Chat = Item<'chats', Inner[]>

/** Chats with their messages, numbered by their times, and how far each side has read. */
export const chatKind: Kind<'chats', Inner[]> = {
  collection: 'chats',
  table: chats,
  state: ['lastNumber', 'status', 'blocked', 'assigneeId', 'buyerName'],
  inner: ({ more }) => more.length,
  gather: async (transfer, items) => {
    for (const one of items) takeInner(transfer, one)
    await addStaged(transfer, items)
    for (const one of items) sort(one)
  },
  references: (one) => {
    const senders = new Set(one.more.flatMap(({ message: { senderId } }) => (senderId === one.record.buyerId ? [] : [senderId])))
    return [
      { field: 'buyerId', collection: 'users', id: one.record.buyerId, isOptional: 'silent' },
      ...[...senders].map((id): Reference => ({ field: 'messages.senderId', collection: 'users', id, isOptional: 'noted' })),
    ]
  },
  uniques: (one) => [{ field: 'buyerId', code: 'participant-taken', key: participantOf(one) }],
  taken: `select g.code, g.key from json_to_recordset($1::json) g (id text, code text, key text) join chats c on c.buyer_id = g.key and c.id <> g.id`,
  write: async (transfer, items) => {
    const { sql, app } = transfer
    const [support] = await sql<{ id: string }[]>`select id from users where lower(email) = lower(${app.config.supportEmail})`
    const here = await sql<Marks[]>`
      select id, buyer_read_to as "buyerReadTo", admin_read_to as "adminReadTo" from chats
      where id in (select json_array_elements_text(${listed(items.map(({ id }) => id))}::json))`
    const marks = new Map(here.map((row) => [row.id, row]))
    const rows = items.map((one) => rowsOf(one, support?.id ?? null, marks.get(one.id)))
    await upsert(
      sql,
      chats,
      rows.map(({ chat }) => chat),
      { keep: ['assigneeId', 'createdAt'] },
    )
    const ids = listed(items.map(({ id }) => id))
    await sql`delete from chat_messages where chat_id in (select json_array_elements_text(${ids}::json))`
    await sql`delete from chat_texts where chat_id in (select json_array_elements_text(${ids}::json))`
    const key = ['chatId', 'number']
    await upsert(
      sql,
      chatMessages,
      rows.flatMap(({ messages }) => messages),
      { key },
    )
    await upsert(
      sql,
      chatTexts,
      rows.flatMap(({ texts }) => texts),
      { key },
    )
    await rememberInner(transfer, items)
  },
}

/** Messages inside a chat become records of their own; an empty list says that they were inside. */
function takeInner(transfer: Transfer, one: Chat): void {
  const { messages } = one.raw
  one.more = []
  if (messages === undefined || messages === null) return
  one.raw = { ...one.raw, messages: [] }
  if (typeof messages !== 'object') return void one.notes.push(problem('messages-shape', 'messages'))
  for (const [key, raw] of Object.entries(messages)) {
    const read = Array.isArray(messages) || typeof raw !== 'object' || raw === null ? raw : { ...raw, id: key }
    const { data, error } = transfer.shapes.messages.safeParse(read)
    if (data) one.more.push({ key: data.id ?? '', raw: read, message: data })
    else one.broken.push(error.issues.map((issue) => problemOf({ ...issue, path: ['messages', key, ...issue.path] })))
  }
}

async function addStaged({ sql, shapes }: Transfer, items: Chat[]): Promise<void> {
  const rows = await sql<{ chatId: string; record: string }[]>`
    update transfer_messages set used = true where chat_id in (select json_array_elements_text(${listed(items.map(({ id }) => id))}::json))
    returning chat_id as "chatId", record`
  const byChat = Map.groupBy(rows, ({ chatId }) => chatId)
  for (const one of items)
    for (const { record } of byChat.get(one.id) ?? []) {
      const raw = JSON.parse(record)
      one.more.push({ key: raw.id ?? '', raw, message: shapes.messages.parse(raw) })
    }
}

/** By time. A message without an id gets one of its content, which is the same in the next export. */
function sort(one: Chat): void {
  const known = new Set<string>()
  one.more.sort((a, b) => a.message.timestamp.localeCompare(b.message.timestamp) || a.key.localeCompare(b.key))
  one.more = one.more.filter((inner) => {
    inner.key ||= createHash('sha256').update(JSON.stringify(inner.raw)).digest('hex').slice(0, 32)
    if (known.has(inner.key)) one.notes.push(problem('message-twice', `messages.${inner.key}`))
    return !known.has(inner.key) && known.add(inner.key)
  })
}

/** A person with an account takes part as such, anybody else as a buyer of the storefront. */
function participantOf({ record: { buyerId }, idOf }: Chat): string {
  return idOf('users', buyerId) ?? (isBuyerId(buyerId) ? buyerId : buyerIdOf(buyerId))
}

type Marks = { id: string; buyerReadTo: number; adminReadTo: number }

/** Of what was read there and here, `marks`, the further counts. */
function rowsOf(one: Chat, support: string | null, marks: Marks | undefined) {
  const { id, record, more, idOf } = one
  const buyerId = participantOf(one)
  let buyerCount = 0
  const messages = more.map(({ key, message }, at) => {
    const byBuyer = message.senderId === record.buyerId
    if (byBuyer) buyerCount += 1
    const senderId = byBuyer ? buyerId : (idOf('users', message.senderId) ?? idOf('users', record.adminId) ?? support ?? message.senderId)
    return { chatId: id, number: at + 1, clientId: key, senderId, byBuyer, buyerCount, eventId: 0, createdAt: message.timestamp }
  })
  const texts = more.map(({ message }, at) => ({ chatId: id, number: at + 1, text: message.text }))
  const [last, total] = [messages.at(-1), messages.length]
  const read = (byBuyer: boolean, unread: number | null | undefined, before = 0) => {
    const others = messages.filter((message) => message.byBuyer !== byBuyer)
    const given = (others[Math.max(0, others.length - (unread ?? 0))]?.number ?? total + 1) - 1
    const to = Math.min(total, Math.max(given, before))
    return { count: others.filter(({ number }) => number <= to).length, to }
  }
  const [buyer, admin] = [read(true, record.buyerUnreadCount, marks?.buyerReadTo), read(false, record.adminUnreadCount, marks?.adminReadTo)]
  const chat = {
    ...{
      id,
      buyerId,
      buyerName: record.buyerName || 'Buyer',
      status: record.status ?? 'open',
      blocked: record.blocked ?? false,
      assigneeId: null,
    },
    ...{ lastNumber: total, buyerCount, lastMessage: more.at(-1)?.message.text.slice(0, limits.chat.lastMessageMax) ?? null },
    ...{ lastMessageAt: last?.createdAt ?? null, lastByBuyer: last?.byBuyer ?? null },
    ...{ buyerReadTo: buyer.to, buyerReadCount: buyer.count, buyerDeliveredTo: buyer.to },
    ...{ adminReadTo: admin.to, adminReadCount: admin.count, adminDeliveredTo: admin.to },
    // Nothing of before is mailed.
    ...{ buyerMailedTo: total, adminMailedTo: total, createdAt: record.createdAt ?? messages[0]?.createdAt ?? new Date().toISOString() },
  }
  return { chat, messages, texts }
}

async function rememberInner({ sql }: Transfer, items: readonly Chat[]): Promise<void> {
  const rows = items.flatMap(({ id, more }) => more.map(({ key, raw }) => ({ id: `${id}/${key}`, record: JSON.stringify(raw) })))
  await sql`
    insert into transferred_records (collection, id, record, fingerprint)
    select 'messages', id, record, '' from json_to_recordset(${JSON.stringify(rows)}::json) g (id text, record text)
    on conflict (collection, id) do update set record = excluded.record`
}

/** Reads messages that are a collection of their own, so that each chat finds its messages. */
export async function stageMessages(transfer: Transfer, file: string | null): Promise<void> {
  if (!file) return
  transfer.progress.at = 'messages'
  const refuse = (line: number, id: string | null, problems: readonly Problem[]) => {
    for (const one of problems) transfer.onFinding(findingOf({ collection: 'messages', line, id }, one, 'rejected'))
    count(transfer, 'messages', ['rejected'])
  }
  for await (const read of readRecords(file)) {
    transfer.signal?.throwIfAborted()
    const rows = read.flatMap((one) => {
      if ('problem' in one) return refuse(one.line, null, [one.problem]) ?? []
      const { data, error } = transfer.shapes.messages.safeParse(one.value)
      if (!data) return refuse(one.line, null, error.issues.map(problemOf)) ?? []
      if (!data.chatId) return refuse(one.line, data.id ?? null, [problem('chat-missing', 'chatId')]) ?? []
      return [{ line: one.line, chatId: data.chatId, record: JSON.stringify(one.value) }]
    })
    await transfer.sql`
      insert into transfer_messages (line, chat_id, record)
      select line, "chatId", record from json_to_recordset(${JSON.stringify(rows)}::json) g (line integer, "chatId" text, record text)`
    transfer.onProgress(transfer.progress)
  }
  await transfer.sql`create index on transfer_messages (chat_id)`
  await transfer.sql`analyze transfer_messages`
}

/** Reports the messages whose chat the export does not have. */
export async function refuseLeftMessages(transfer: Transfer): Promise<void> {
  for (let last = -1; ; ) {
    const rows = await transfer.sql<{ line: number; chatId: string }[]>`
      select line, chat_id as "chatId" from transfer_messages where not used and line > ${last} order by line limit ${limits.transfer.batch}`
    for (const { line, chatId } of rows)
      transfer.onFinding(
        findingOf(
          { collection: 'messages', line, id: null },
          problem('no-such-record', 'chatId', { id: chatId.slice(0, shared.text.idMax), collection: 'chats' }),
          'rejected',
        ),
      )
    count(
      transfer,
      'messages',
      rows.map(() => 'rejected'),
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.line ?? last
  }
}
