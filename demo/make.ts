import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { apiKeys } from '#server/platform/database/tables/api-keys.ts'
import { chatMessages, chatNotes, chats, chatTexts } from '#server/platform/database/tables/chats.ts'
import { editRequests } from '#server/platform/database/tables/edit-requests.ts'
import { eventDetails, events } from '#server/platform/database/tables/events.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { orderBuyers, orderLines, orderSellers, orders } from '#server/platform/database/tables/orders.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { refunds, salesEntries } from '#server/platform/database/tables/sales.ts'
import { settings } from '#server/platform/database/tables/settings.ts'
import { accounts } from '#server/platform/database/tables/sign-in.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { passwords } from '#server/platform/passwords.ts'
import { rebuildSales } from '#server/sales/rebuild-sales.ts'
import { calendarOf } from './calendar.ts'
import { type Attached, makeChats } from './chats.ts'
import type { Context, Place } from './context.ts'
import { makeEdits } from './edits.ts'
import { type LoggedEvent, openEventLog } from './event-log.ts'
import { makeNotices } from './notices.ts'
import type { Orders } from './order-ledger.ts'
import { makeOrders } from './orders.ts'
import { makePeople, type People } from './people.ts'
import { pdfOf, storePictures } from './pictures/store.ts'
import { makeProducts } from './products.ts'
import { makeKey, makeSettings } from './settings.ts'
import type { Size } from './size.ts'
import type { Sketch } from './walk.ts'
import { write } from './write.ts'

/** The password of all people. */
export const password = 'harbour-and-hill'

/** The people whose names are printed. */
export type Cast = { admin: string; colleagues: string[]; sellers: string[]; suspended: string }

type About = { size: Size; now: number; folder: string; say: (line: string) => void }

/**
 * Makes a whole marketplace in an empty database: people, products, a year of events. It is the same every time; only the calendar follows the day it
 * is made on. Returns the people to sign in as.
 */
export async function makeMarketplace(place: Place, { size, now, folder, say }: About): Promise<Cast> {
  const context: Context = {
    calendar: calendarOf(place.config.timeZone, now),
    eventLog: openEventLog(now),
    size,
    supportEmail: place.config.supportEmail,
  }
  const people = makePeople(context)
  const goods = makeProducts(context, people)
  const sales = makeOrders(context, people, goods)
  const edits = makeEdits(context, people, goods)
  const talks = makeChats(context, people)
  const key = makeKey(context, people)
  const chosen = makeSettings(context, people)
  const logged = context.eventLog.ordered(1)
  say(`${people.sellers.length} shops, ${goods.length} products, ${sales.orders.length} orders, ${talks.chats.length} chats.`)
  const sketches = [...goods.flatMap(({ sketches }) => sketches), ...talks.files.flatMap(sketchOf)]
  const stored = await drawAll(place, { size, folder, say }, sketches)
  const documents = await storeDocuments(place, talks.files)
  const bytes = new Map([...stored, ...documents].map((file) => [file.path, file.bytes ?? 0]))
  for (const { file } of talks.files) file.bytes = bytes.get(file.path) ?? 0
  say('Writing it down …')
  await place.db.transaction(async (tx) => {
    await writePeople(tx, people)
    await write(tx, settings, chosen)
    await write(tx, apiKeys, [key])
    await writeEvents(tx, logged)
    await write(
      tx,
      products,
      goods.map(({ row }) => row),
    )
    await write(tx, editRequests, edits)
    await write(tx, files, [...stored, ...documents])
    await writeOrders(tx, sales)
    await write(tx, chats, talks.chats)
    await write(
      tx,
      chatMessages,
      talks.messages.map(({ logged: { id: eventId }, ...message }) => ({ ...message, eventId })),
    )
    await write(tx, chatTexts, talks.texts)
    await write(tx, chatNotes, talks.notes)
    await makeNotices(tx, place, logged, now)
  })
  await rebuildSales(place)
  await place.db.execute(sql`analyze`)
  return castOf(people)
}

const castOf = ({ admins, sellers }: People): Cast => {
  const emails = sellers.map(({ user }) => user.email)
  return {
    admin: admins[0]?.email ?? '',
    colleagues: admins.slice(1).map(({ email }) => email),
    sellers: emails.slice(0, 3),
    suspended: emails.at(-1) ?? '',
  }
}

async function writePeople(tx: Tx, { admins, sellers, others }: People): Promise<void> {
  const hash = await passwords.hash(password)
  const all = [...admins, ...sellers.map(({ user }) => user), ...others]
  await write(tx, users, all)
  const about = { providerId: 'credential', password: hash }
  await write(
    tx,
    accounts,
    all.map(({ id, createdAt }) => ({ id, accountId: id, userId: id, createdAt, updatedAt: createdAt, ...about })),
  )
}

async function writeEvents(tx: Tx, logged: readonly LoggedEvent[]): Promise<void> {
  await write(
    tx,
    events,
    logged.map(({ id, kind, itemId, ownerId, actorId, fields = [], at }) => ({
      id,
      kind,
      itemId,
      ownerId,
      actorId,
      fields: [...fields],
      createdAt: new Date(at),
    })),
  )
  const detailed = logged.filter(({ title, before, after, reason, code }) => title || before || after || reason || code)
  await write(
    tx,
    eventDetails,
    detailed.map(({ id, title = null, before = null, after = null, reason = null, code = null }) => ({
      eventId: id,
      title,
      before,
      after,
      reason,
      code,
    })),
  )
  await tx.execute(sql`select setval(pg_get_serial_sequence('events', 'id'), (select max(id) from events))`)
}

async function writeOrders(tx: Tx, made: Orders): Promise<void> {
  await write(tx, orders, made.orders)
  await write(tx, orderBuyers, made.buyers)
  await write(tx, orderLines, made.lines)
  await write(tx, orderSellers, made.sellers)
  await write(tx, refunds, made.refunds)
  const ledger = made.entries.map((entry, at) => ({ id: at + 1, ...entry }))
  await write(tx, salesEntries, ledger)
  await tx.execute(sql`select setval(pg_get_serial_sequence('sales_entries', 'id'), (select max(id) from sales_entries))`)
  await tx.execute(sql`select setval('order_numbers', (select max(number::bigint) from orders))`)
}

async function drawAll({ storage }: Place, { size, folder, say }: Omit<About, 'now'>, sketches: readonly Sketch[]) {
  const drawings = join(folder, 'drawings')
  await mkdir(drawings, { recursive: true })
  const step = Math.max(1, Math.ceil(sketches.length / 8))
  const each = (done: number) => {
    if (done % step === 0 || done === sketches.length) say(`${done} of ${sketches.length} pictures drawn.`)
  }
  const stored = await storePictures(storage, drawings, size.pictureWidth, sketches, each)
  await rm(drawings, { recursive: true, force: true })
  return stored
}

/** A picture sent in a chat. */
const sketchOf = ({ file: { path, width }, chatId, by, at }: Attached): Sketch[] =>
  width === null ? [] : [{ path, of: chatId, by, at, shape: 'vase', colour: '#8d9d7e', view: 'near', proposed: false }]

async function storeDocuments({ storage }: Place, attached: readonly Attached[]): Promise<(typeof files.$inferSelect)[]> {
  const documents = attached.filter(({ file }) => file.width === null)
  return Promise.all(
    documents.map(async ({ file: { path, name, contentType }, chatId, by, at }) => {
      const content = pdfOf('Test report: passed.')
      const sha256 = createHash('sha256').update(content).digest('hex')
      const moment = new Date(at)
      await storage.put(path, content, { contentType, bytes: content.length, sha256 })
      const size = { bytes: content.length, sha256, width: null, height: null }
      return {
        path,
        productId: chatId,
        uploadedBy: by,
        name,
        contentType,
        uploadKey: null,
        ...size,
        storedAt: moment,
        namedAt: moment,
        proposedAt: null,
        releasedAt: null,
        createdAt: moment,
      }
    }),
  )
}
