import { eq } from 'drizzle-orm'
import type { ProductStatus } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import { pathOf } from '#server/imports/import-row.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { apiKeys } from '#server/platform/database/tables/api-keys.ts'
import { bulkDecisions } from '#server/platform/database/tables/bulk-decisions.ts'
import { editRequests } from '#server/platform/database/tables/edit-requests.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { importProblems, imports } from '#server/platform/database/tables/imports.ts'
import { invitations } from '#server/platform/database/tables/invitations.ts'
import { notifications } from '#server/platform/database/tables/notifications.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { savedViews } from '#server/platform/database/tables/saved-views.ts'
import { transferRuns } from '#server/platform/database/tables/transfer-runs.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/platform/database/tables/webhooks.ts'
import { aboutOf } from '#server/platform/files/storage.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { newSecret } from '#server/webhooks/sign.ts'

/**
 * Adds a complete product of this seller with one named picture and one more uploaded, as rows only; a pending one may be unfinished, or
 * have no owner.
 */
export async function addProduct({ db }: Pick<App, 'db'>, sellerId: string, about: ProductStatus | 'unfinished' | 'ownerless' = 'draft') {
  const id = newId()
  const unfinished = about === 'unfinished'
  const status = about === 'unfinished' || about === 'ownerless' ? 'pending' : about
  const named = { path: `products/${id}/0_named.png`, uploadedBy: sellerId, storedAt: new Date(), namedAt: new Date() }
  const uploaded = { path: `products/${id}/1_uploaded.png`, uploadedBy: sellerId, storedAt: new Date() }
  const picture = { productId: id, name: 'lamp.png', contentType: 'image/png', bytes: 1, sha256: 'a'.repeat(64), width: 9, height: 9 }
  const image = { url: `/files/${named.path}`, path: named.path, name: 'lamp.png', width: 9, height: 9, thumbnails: {} }
  await db.insert(products).values({
    id,
    sellerId: about === 'ownerless' ? null : sellerId,
    status,
    unfinished,
    submittedAt: status === 'draft' ? null : new Date(),
    title: 'Brass lamp',
    description: 'It shines.',
    price: 1_000,
    category: 'Home',
    stock: 3,
    images: unfinished ? [] : [image],
    nextImageIndex: 2,
  })
  await db.insert(files).values([
    { ...picture, ...named },
    { ...picture, ...uploaded },
  ])
  return { id, named: named.path, uploaded: uploaded.path }
}

/** Adds a pending request to change the title of this product. */
export async function addEditRequest({ db }: App, sellerId: string, productId: string): Promise<string> {
  const id = newId()
  const about = { productId, productTitle: 'Brass lamp', sellerId, baseVersion: 1, fields: ['title' as const] }
  await db.insert(editRequests).values({ id, ...about, payload: { title: 'Copper lamp' }, base: { title: 'Brass lamp' } })
  await db.update(products).set({ editRequestId: id }).where(eq(products.id, productId))
  return id
}

/** Adds an unread notification of this person. */
export async function addNotice({ db }: App, userId: string): Promise<string> {
  const id = newId()
  await db.insert(notifications).values({ id, userId, message: 'Something happened.', type: 'info' })
  return id
}

/** Adds a bulk decision of this admin on one product, held for so long that it never runs. */
export async function addBulkDecision({ db }: App, { id: authorId, sessionId }: Actor, productId: string): Promise<string> {
  const id = newId()
  const items = [{ id: productId, status: 'pending' as const, version: 1 }]
  await db.insert(bulkDecisions).values({ id, decision: 'approve', authorId, sessionId, items, runsAt: new Date(Date.now() + 3_600_000) })
  return id
}

/** Adds a file of this seller whose check found one row and refused it. */
export async function addImport({ db, storage }: App, userId: string): Promise<string> {
  const id = newId()
  const content = Buffer.from('sku,title\nL-1,\n')
  await storage.put(pathOf(id), content, aboutOf(content, 'text/csv'))
  const problem = { row: 2, field: 'title', message: 'Use at least 3 characters.' }
  await db.insert(imports).values({ id, userId, name: 'lamps.csv', status: 'checked', rows: 1, done: 1, failed: 1, problems: [problem] })
  await db.insert(importProblems).values({ importId: id, ...problem })
  return id
}

/** Adds an uploaded export whose dry run is over, in place of any other that is open. */
export async function addTransferRun({ db, sql }: App, userId: string): Promise<string> {
  const id = newId()
  await sql`update transfer_runs set status = 'cancelled', finished_at = now() where finished_at is null`
  await db.insert(transferRuns).values({ id, userId, name: 'shop.zip', majorUnits: false, status: 'checked' })
  return id
}

/** Makes all events of an item this much (ms) older, which the database forbids. */
export const makeOlder = ({ sql }: App, itemId: string, ms: number): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`alter table events disable trigger events_append_only`
    await tx`update events set created_at = created_at - ${ms} * interval '1 millisecond' where item_id = ${itemId}`
    await tx`alter table events enable always trigger events_append_only`
  })

/** Postpones all bulk decisions by a day, while a test proves that nothing changes. */
export async function neverRun({ sql }: App): Promise<void> {
  await sql`update bulk_decisions set runs_at = now() + interval '1 day'`
}

/** Adds an open invitation by this admin. */
export async function addInvitation({ db }: App, invitedBy: string): Promise<string> {
  const id = newId()
  const expiresAt = new Date(Date.now() + limits.invitation.lastsMs)
  await db.insert(invitations).values({ id, email: `${id}@example.com`, role: 'seller', invitedBy, expiresAt })
  return id
}

/** Adds a key by this admin that may read products; the key itself is unknown. */
export async function addApiKey({ db }: App, createdBy: string): Promise<string> {
  const id = newId()
  await db.insert(apiKeys).values({ id, name: 'Shop', hash: id, hint: 'bsk_shop', scopes: ['products:read'], createdBy })
  return id
}

/** Adds a chat of this person with one message from them. */
export async function addChat({ sql }: App, buyerId: string): Promise<string> {
  const id = newId()
  await sql`
    with chat as (
      insert into chats (id, buyer_id, buyer_name, last_number, buyer_count, last_message, last_message_at, last_by_buyer)
      values (${id}, ${buyerId}, 'Somebody', 1, 1, 'Good morning!', now(), true)
      on conflict (buyer_id) do update set buyer_name = excluded.buyer_name returning id, xmax = 0 as fresh
    ), message as (
      insert into chat_messages (chat_id, number, client_id, sender_id, by_buyer, buyer_count, event_id, created_at)
      select id, 1, ${newId()}, ${buyerId}, true, 1, 0, now() from chat where fresh
    )
    insert into chat_texts (chat_id, number, text) select id, 1, 'Good morning!' from chat where fresh`
  const [chat] = await sql<{ id: string }[]>`select id from chats where buyer_id = ${buyerId}`
  return chat?.id ?? id
}

/** Adds an endpoint with one dead delivery. */
export async function addWebhook(app: App): Promise<{ webhookId: string; deliveryId: string }> {
  const webhookId = newId()
  const deliveryId = newId()
  const endpoint = { url: 'https://shop.example/hooks', types: ['product.approved' as const], secret: newSecret(app) }
  await app.db.insert(webhookEndpoints).values({ id: webhookId, ...endpoint })
  const message = { id: deliveryId, endpointId: webhookId, type: 'product.approved' as const, payload: '{}', status: 'dead' as const }
  await app.db.insert(webhookDeliveries).values(message)
  return { webhookId, deliveryId }
}

/** Adds a private view of the seller's products; returns its id. */
export async function addSavedView({ db }: App, ownerId: string): Promise<string> {
  const id = newId()
  await db.insert(savedViews).values({ id, ownerId, list: '/seller/products', name: 'Rejected', query: 'status=rejected', shared: false })
  return id
}
