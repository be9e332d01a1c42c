import { isDeepStrictEqual } from 'node:util'
import type { Collection } from '#domain/transfer.ts'
import { buyerIdOf } from '#domain/widget.ts'
import { extraOf } from '#server/transfers/collections/users.ts'
import type { ExportedRow } from '#server/transfers/exported-rows.ts'
import { isObject } from '#server/transfers/parse-record.ts'
import type { Shapes } from '#server/transfers/shapes.ts'

type Fields = Record<string, unknown>

/** Absent, null and empty all mean that nothing is given. */
const isEmpty = (value: unknown): boolean => value == null || value === '' || (Array.isArray(value) && value.length === 0)

/** Fields that name people, by which a person may have had another id in the former product. */
const people = ['seller_id', 'userId', 'senderId', 'buyerId', 'adminId']
/** Fields with amounts, which are in minor units in every export, whatever the import read; and the lists that hold such. */
const amounts = new Set(['price', 'shipping', 'tax', 'discount', 'total', 'unitPrice', 'amount'])
const listsOfAmounts = new Set(['lines', 'refunds'])

/**
 * A row as a record of an export. What was imported and not changed here is returned as it was. A record that was changed here has the fields
 * as they are now, those that are the same in their former form, and the fields that Backstall does not know. `formerIds` are the ids of people
 * whose id here is another.
 */
export function exportedRecord(collection: Collection, shapes: Shapes, row: ExportedRow, formerIds: ReadonlyMap<string, string>): Fields {
  const { _record, _same, _inner, _chat, _forBuyer, _forAdmin, extra, ...fields } = row
  const now: Fields = Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
  for (const name of people) if (typeof now[name] === 'string') now[name] = formerIds.get(now[name]) ?? now[name]
  // A message may have files alone.
  if (collection === 'messages') now.text = fields.text
  if (collection === 'messages' && _record === null && _chat) now.senderId = formerBuyer(now.senderId, JSON.parse(_chat))
  if (isObject(now.backstall)) now.backstall = withFormerIds(now.backstall, formerIds)
  if (_record === null) return { ...now, ...fieldsOf(extra), id: collection === 'users' ? (formerIds.get(row.id) ?? row.id) : row.id }
  const raw: Fields = JSON.parse(_record)
  if (collection === 'chats') now.buyerId = formerBuyer(now.buyerId, raw)
  const read = (shapes[collection].safeParse(raw).data ?? shapeless(shapes, collection, raw)) as Fields
  if (_same) return unchanged(collection, { raw, read, now }, { buyerUnreadCount: _forBuyer, adminUnreadCount: _forAdmin })
  if (now.backstall) raw.backstall = now.backstall
  else delete raw.backstall
  for (const name of Object.keys(fields)) {
    if (name === 'id' || name === 'backstall' || (isEmpty(now[name]) && isEmpty(read[name]))) continue
    raw[name] = merged(raw[name], read[name], now[name] ?? null)
  }
  return collection === 'users' ? withExtra(raw, shapes, extra) : raw
}

type Versions = { raw: Fields; read: Fields; now: Fields }

/** A record that was not changed here, with what an import does not count as a change, such as what was read. `totals` are of a chat's messages. */
function unchanged(collection: Collection, { raw, read, now }: Versions, totals: Fields): Fields {
  if (now.messages) raw.messages = now.messages
  // Pictures, preferences, ratings and notes.
  if (now.backstall && (raw.backstall || collection === 'users' || collection === 'chats')) raw.backstall = now.backstall
  if (collection === 'chats') withUnread(raw, now, totals)
  if (collection === 'editRequests') return withPayloadPrice(raw, now.payload)
  // No import writes the role over, so it is not part of the state.
  if (collection === 'users' && now.role === 'admin') raw.role = now.role
  return collection === 'products' || collection === 'orders' ? inMinorUnits(raw, read, now) : raw
}

/** The id of a buyer without an account in the former product, if it is that of the record of their chat: all messages name them alike. */
const formerBuyer = (id: unknown, { buyerId }: Fields): unknown => (typeof buyerId === 'string' && buyerIdOf(buyerId) === id ? buyerId : id)

/** Ids of people in what only a Backstall exports, in their former form. */
function withFormerIds(own: Fields, formerIds: ReadonlyMap<string, string>): Fields {
  const former = (id: unknown) => formerIds.get(id as string) ?? id
  const notes = own.notes as Fields[] | undefined
  return {
    ...own,
    ...(own.decidedBy !== undefined && { decidedBy: former(own.decidedBy) }),
    ...(Array.isArray(own.formerSellers) && { formerSellers: own.formerSellers.map(former) }),
    ...(notes && { notes: notes.map((note) => ({ ...note, authorId: former(note.authorId) })) }),
  }
}

/** Counts of unread messages as they are now, if they are not those that were imported: there may have been fewer messages than these. */
function withUnread(raw: Fields, now: Fields, totals: Fields): void {
  for (const [name, total] of Object.entries(totals)) {
    const before = Math.min(Number(raw[name] ?? 0), Number(total))
    if (now[name] !== before) raw[name] = now[name]
  }
}

/** An edit request whose price was read in major units has it in minor ones. */
function withPayloadPrice(raw: Fields, payload: unknown): Fields {
  const price = isObject(payload) ? payload.price : undefined
  if (price === undefined) return raw
  const before = isObject(raw.payload) ? raw.payload : raw
  if (before.price === undefined || before.price === price) return raw
  return isObject(raw.payload) ? { ...raw, payload: { ...raw.payload, price } } : { ...raw, price }
}

/** A record that was not changed, with the amounts that were read in other units. */
function inMinorUnits(raw: Fields, read: Fields, now: Fields): Fields {
  const value = (name: string) => {
    if (amounts.has(name) && !isEmpty(raw[name]) && !isEmpty(now[name]) && read[name] !== now[name]) return now[name]
    const [all, before, here] = [raw[name], read[name], now[name]].map((list) => (Array.isArray(list) ? (list as Fields[]) : []))
    if (!listsOfAmounts.has(name) || !all || all.length === 0) return raw[name]
    return all.map((one, at) => inMinorUnits(one, before?.[at] ?? {}, here?.[at] ?? {}))
  }
  return Object.fromEntries(Object.keys(raw).map((name) => [name, value(name)]))
}

/** What can be read of a record whose amounts cannot, because they were read in major units: each field on its own. */
function shapeless(shapes: Shapes, collection: Collection, raw: Fields): Fields {
  const fields = Object.entries(shapes[collection].shape)
  return Object.fromEntries(fields.map(([name, shape]) => [name, shape.safeParse(raw[name]).data]))
}

/** The value now, in its former form as far as it is the same. `read` is the former value as it was read. */
function merged(raw: unknown, read: unknown, now: unknown): unknown {
  if (isDeepStrictEqual(read, now) || (isEmpty(read) && isEmpty(now) && raw !== undefined)) return raw
  if (isObject(raw) && isObject(now)) {
    const before = isObject(read) ? read : {}
    // The former address of a file stays: Backstall serves the file elsewhere, under the same path.
    const isOwn = (name: string) => name === 'url' && raw[name] !== undefined
    const names = Object.keys(now).filter((name) => !isOwn(name) && !(isEmpty(now[name]) && isEmpty(before[name])))
    return { ...raw, ...Object.fromEntries(names.map((name) => [name, merged(raw[name], before[name], now[name])])) }
  }
  if (!Array.isArray(raw) || !Array.isArray(now) || raw.length !== now.length) return now
  return now.map((value, index) => merged(raw[index], Array.isArray(read) ? read[index] : undefined, value))
}

type Extra = { key: string; value: string }[]
const fieldsOf = (extra: unknown): Fields => Object.fromEntries(((extra ?? []) as Extra).map(({ key, value }) => [key, value]))

/** Puts the further fields of a profile as they are now: an import shows the plain ones there, as text. */
function withExtra(raw: Fields, shapes: Shapes, extra: unknown): Fields {
  const now = fieldsOf(extra)
  for (const { key } of extraOf(raw, shapes)) if (!(key in now)) delete raw[key]
  for (const [key, value] of Object.entries(now)) if (String(raw[key]) !== value) raw[key] = value
  return raw
}
