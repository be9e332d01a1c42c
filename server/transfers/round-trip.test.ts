import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Attachment } from '#domain/chat.ts'
import { collections } from '#domain/transfer.ts'
import { forgetChat } from '#server/chats/forget-chat.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { inOnePiece } from '#server/platform/files/sending.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { uploadImage } from '#server/products/pictures/upload-image.ts'
import { expectedEdit, waitingEdit, why } from '#server/testing/edits.ts'
import { approvedProduct, chair, pendingProduct, rejectedProduct } from '#server/testing/listing.ts'
import { orderOf } from '#server/testing/orders.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { type ExportedRecord, exported, importExport, recordsIn } from '#server/testing/transfers.ts'
import { openUploads } from '#server/testing/uploads.ts'
import { asBuyer, openShop } from '#server/testing/widget.ts'

const uploads = await openUploads()
const { testApp, app, caller, ask, seller, rival, suspended, admin, secondAdmin, jpeg } = uploads
const other = await openTestApp()
const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

const recordsOf = (folder: string, name: string): Map<unknown, ExportedRecord> => {
  const all = name === 'auth' ? JSON.parse(readFileSync(join(folder, 'auth.json'), 'utf8')).users : recordsIn(folder, name)
  return new Map(all.map((record: ExportedRecord) => [record.id ?? record.path ?? record.localId, record]))
}
const hashesIn = (folder: string) =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const place = join(entry.parentPath, entry.name)
      return [place.slice(folder.length), createHash('sha256').update(readFileSync(place)).digest('hex')]
    })
    .sort()
const post = (path: string, as: typeof seller, body: Uint8Array) => ask(path, { as, method: 'POST', body: new Uint8Array(body) })

/** A marketplace with every kind of record, in every state; part of it was imported from a former product. */
async function fill() {
  await importExport(app, join(packageRoot, 'examples/export'))
  const forSeller = caller(seller)
  const forAdmin = caller(admin)
  expect((await post('/api/account/avatar?name=me.jpg', seller, jpeg)).status).toBe(200)
  expect((await post('/api/settings/logo?name=shop.jpg', admin, jpeg)).status).toBe(200)
  await app.sql`update users set notify = '{"chat": "mail"}', extra = '[{"key": "vat", "value": "ATU1"}]', shop_name = 'Löwe & Söhne' where id = ${seller.id}`
  await app.sql`update users set suspension_reason = 'Fakes.', suspended_at = '2026-01-02T03:04:05Z' where id = ${suspended.id}`

  const draft = await forSeller.products.create({ ...chair({ title: 'Only a title', price: null, stock: null }), draft: true })
  await uploadImage(app, seller, { productId: draft.id, name: 'Bild №1.jpg', sending: inOnePiece(Readable.from([jpeg])) })
  await pendingProduct(testApp)
  await rejectedProduct(testApp, { pictures: 2 })
  const sold = await approvedProduct(testApp, { fields: { sku: 'A-1', stock: 9, weight: 900 } })
  await app.sql`
    insert into products (id, seller_id, title, sku, sku_clashes, status, submitted_at) values ('clash', ${seller.id}, 'Old twin', 'a-1', true, 'archived', now())`
  await forSeller.products.archive({ id: (await approvedProduct(testApp)).id })
  await forAdmin.products.archive({ id: (await approvedProduct(testApp)).id })
  const moved = await pendingProduct(testApp)
  const seen = { status: moved.status, seller_id: seller.id }
  await forAdmin.products.assign({ id: moved.id, seller_id: rival.id, reason: 'They took over the shop.', seen })
  const waits = await waitingEdit(testApp, { picture: true, change: { title: 'Waits', price: 99_000 } })
  const accepted = await waitingEdit(testApp)
  const refused = await waitingEdit(testApp)
  const withdrawn = await waitingEdit(testApp)
  await forAdmin.editRequests.approve({ ...expectedEdit(accepted.request), refused: [] })
  await forAdmin.editRequests.reject({ ...expectedEdit(refused.request), ...why })
  await forSeller.editRequests.withdraw({ id: withdrawn.request.id })

  const place = async (units: number[], about = {}) => {
    const lines = units.map((quantity) => ({ product_id: sold.id, quantity, unitPrice: 12_500 }))
    return await placeOrder(app, admin, orderOf(lines, about))
  }
  const order = await place([2, 1, 1], { shipping: 500, tax: 70, discount: 100, externalId: 'web-7' })
  const [first = '', second = ''] = order.lines.map(({ id }) => id)
  await forAdmin.orders.pay({ id: order.id })
  await forSeller.orders.ship({ id: order.id, lines: [first], carrier: 'Post', tracking: 'AT1' })
  await forSeller.orders.deliver({ id: order.id, lines: [first] })
  await forAdmin.orders.cancel({ id: order.id, lines: [second], reason: 'Broken' })
  await forAdmin.orders.refund({ id: order.id, amount: 12_000, reason: 'Broken' })
  const gone = await place([1], { buyerEmail: 'gone@example.com' })
  await forAdmin.orders.cancel({ id: gone.id, lines: gone.lines.map(({ id }) => id) })
  await forAdmin.orders.eraseBuyer({ email: 'gone@example.com' })

  const chat = await forSeller.chats.open({})
  const attach = async (as: typeof seller, name: string, body: Uint8Array) =>
    ((await post(`/api/chats/${chat.id}/files?name=${encodeURIComponent(name)}`, as, body)).json as Attachment).path
  const say = (as: typeof seller, text: string, attachments: string[] = []) =>
    caller(as).chats.send({ id: chat.id, clientId: newId(), text, attachments })
  await say(seller, 'Look 👀', [await attach(seller, 'lamp.jpg', jpeg), await attach(seller, 'Rechnung №5.pdf', pdf)])
  await Promise.all(['One', 'Two', 'Three'].map((text) => say(admin, text)))
  await say(secondAdmin, '', [await attach(secondAdmin, 'offer.pdf', pdf)])
  await forSeller.chats.markRead({ id: chat.id, number: 3 })
  await forAdmin.chats.addNote({ id: chat.id, clientId: newId(), text: 'A friend of the house.' })
  await forAdmin.chats.assign({ id: chat.id, assigneeId: secondAdmin.id })
  const shop = await openShop(testApp)
  const buyer = asBuyer(uploads, await shop.tokenOf({ sub: 'ada@shop', name: 'Ada B.', email: 'ada@shop.example' }))
  expect((await buyer('send', { clientId: newId(), text: 'Where is it?' })).status).toBe(200)
  const [theirs] = await app.sql<{ id: string }[]>`select id from chats where buyer_email = 'ada@shop.example'`
  await forAdmin.chats.solve({ id: theirs?.id ?? '' })
  expect((await buyer('rate', { score: 4, comment: 'Quick.' })).status).toBe(200)
  await forAdmin.chats.block({ id: theirs?.id ?? '', reason: 'Rude.' })
  const rivals = await caller(rival).chats.open({})
  await caller(rival).chats.send({ id: rivals.id, clientId: newId(), text: 'Forget me.', attachments: [] })
  await app.db.transaction((tx) => forgetChat(tx, rival.id, 'Closed account'))
  await app.sql`update users set name = 'Closed account' where id = ${rival.id}`
  await app.sql`
    insert into notifications (id, user_id, product_id, message, text, text_values, type, link, is_read)
    values ('n', ${seller.id}, ${sold.id}, 'Sold', null, null, 'info', '/seller/orders', true)`
  return { chat: chat.id, buyers: theirs?.id ?? '', waits: waits.product.id }
}

const names = [...collections, 'files', 'auth']

/** Rows with what an import writes, by table: all columns but the named ones. */
const rowsIn = ({ sql }: App, table: string, key: string, ids: readonly string[], except = '') =>
  sql.unsafe(
    `select to_jsonb(t) - string_to_array('event_id ${except}', ' ') as row from ${table} t
      where ${key} in (select json_array_elements_text($1::json)) order by 1`,
    [JSON.stringify(ids)],
  )
const marks =
  'buyer_read_to admin_read_to buyer_delivered_to admin_delivered_to buyer_mail_due_at admin_mail_due_at buyer_mailed_to admin_mailed_to'
/** The columns named in the last text may differ. */
const tables: [table: string, key: string, ids: string, except?: string][] = [
  // Admins are confirmed there. Who suspended is another person, and without a date of its own a record was imported now.
  ['users', 'id', 'users', 'role suspended_by updated_at'],
  ['products', 'id', 'products', 'next_image_index'],
  ['edit_requests', 'id', 'editRequests'],
  ['notifications', 'id', 'notifications', 'text text_values read_by_event mail in_app'],
  // An assignee is an admin, and deliveries begin anew. How many messages are read counts, not where the mark stands among own ones.
  ['chats', 'id', 'chats', `assignee_id ${marks}`],
  ['chat_messages', 'chat_id', 'chats'],
  ['chat_texts', 'chat_id', 'chats'],
  ['chat_ratings', 'chat_id', 'chats'],
  ['chat_notes', 'chat_id', 'chats', 'client_id'],
  ['orders', 'id', 'orders', 'created_at'],
  ['order_lines', 'order_id', 'orders', 'id'],
  ['order_buyers', 'order_id', 'orders'],
  ['order_sellers', 'order_id', 'orders'],
  ['refunds', 'order_id', 'orders', 'id actor_id key_name'],
]

test('an export of everything, imported into another installation, is complete there, and exported as the same, with the same files', async () => {
  const { chat, buyers, waits } = await fill()
  const first = await exported(app, true)
  const dry = await importExport(other.app, first, { dryRun: true })
  const { said, progress } = await importExport(other.app, first)
  expect([dry.said, dry.progress]).toEqual([said, progress])
  expect(said.filter((line) => !/ (is-support|waits-as-admin|hash-missing|no-profile) noted$/.test(line))).toEqual([])

  const second = await exported(other.app, true)
  for (const name of names) {
    const before = recordsOf(first, name)
    const after = recordsOf(second, name)
    expect([name, before.size > 0]).toEqual([name, true])
    for (const [id, record] of before) expect([name, after.get(id)]).toEqual([name, record])
  }
  const files = hashesIn(first)
  expect(new Set(files.map(([path]) => path?.split('/')[2]))).toEqual(new Set(['products', 'avatars', 'logos', 'chats']))
  expect(hashesIn(second)).toEqual(files)

  for (const [table, key, of, except] of tables) {
    const ids = [...recordsOf(first, of).keys()] as string[]
    const [here, there] = await Promise.all([app, other.app].map((each) => rowsIn(each, table, key, ids, except)))
    expect.soft([table, there]).toEqual([table, here])
  }
  const sums = ({ sql }: App) =>
    sql`select kind, order_id, sum(amount) as amount, sum(units) as units from sales_entries group by 1, 2 order by 1, 2`
  expect(await sums(other.app)).toEqual(await sums(app))

  // It works there, too.
  const mine = caller(admin)
  const theirs = other.caller(other.admin)
  expect((await theirs.products.get({ id: waits })).editRequestId).not.toBeNull()
  expect((await theirs.chats.messages({ id: chat })).rows).toEqual((await mine.chats.messages({ id: chat })).rows)
  expect((await theirs.chats.get({ id: buyers })).rating).toEqual({ score: 4, comment: 'Quick.' })
  expect((await importExport(other.app, second)).progress.counts.files).toMatchObject({ unchanged: files.length, created: 0, rejected: 0 })
})
