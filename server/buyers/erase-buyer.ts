import { type SQL, sql } from 'drizzle-orm'
import type { BuyerCounts } from '#contract/orders.ts'
import { AppError } from '#domain/errors.ts'
import { erasedBuyer } from '#domain/order.ts'
import type { Actor } from '#domain/user.ts'
import { forgetChat, lockNoticesOf } from '#server/chats/forget-chat.ts'
import { forgetOrderFiles } from '#server/imports/sweep-imports.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { folded } from '#server/platform/database/search-pattern.ts'
import { commit } from '#server/platform/events/commit.ts'
import { eventRow, hintAll, record, recorded } from '#server/platform/events/record.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { forgetAddresses } from '#server/saved-views/forget-addresses.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'
import { blankDeliveries } from '#server/webhooks/blank-deliveries.ts'

/** SQL condition: a buyer `b` is identified by their email address, in any letter case. */
const isBuyer = (email: string): SQL => sql`lower(b.email) = lower(${email})`

/** SQL condition: a chat is of this buyer. */
const isParticipant = (email: string): SQL => sql`lower(buyer_email) = lower(${email})`

/** The number of orders of a buyer, of those that still have lines to ship, and of what they wrote to support; for admins. */
export async function countBuyer({ db }: Pick<App, 'db'>, email: string): Promise<BuyerCounts & { open: number }> {
  const [row] = await db.execute<BuyerCounts & { open: number }>(sql`
    with own as (select id, buyer_id from chats where ${isParticipant(email)})
    select count(*)::int as orders, (count(*) filter (where o.open_lines > 0))::int as open, (
      select count(*) from own join chat_messages m on m.chat_id = own.id and m.by_buyer
      join chat_texts t on t.chat_id = m.chat_id and t.number = m.number
    )::int as messages, (
      select count(*) from own join files f on f.product_id = own.id and f.uploaded_by = own.buyer_id and f.released_at is null
    )::int as files
    from order_buyers b join orders o on o.id = b.order_id where ${isBuyer(email)}`)
  return row ?? { orders: 0, open: 0, messages: 0, files: 0 }
}

/**
 * Erases the data of a buyer in all their orders for good, with what they wrote to support under this address; amounts stay, and the orders
 * show "Erased buyer" (product §5). Imported files of orders are deleted, too. Throws `open-orders` while lines are still to be shipped,
 * which would not arrive.
 */
export async function eraseBuyer(app: App, actor: Actor, email: string): Promise<BuyerCounts> {
  const erased = await commit(app, async (tx) => {
    const chats = await lockChats(tx, email)
    await lockOrders(tx, sql`${isBuyer(email)} and ${stillActive(actor)}`)
    // An order that arrives meanwhile keeps the address it is shipped to, and then nothing is erased.
    const orders = await eraseIn(tx, sql`${isBuyer(email)} and o.open_lines = 0 and ${stillActive(actor)}`, actor.id)
    await assertNoOpenLines(tx, email)
    const counts = { orders, messages: 0, files: 0 }
    if (await mayAct(tx, actor))
      for (const chat of chats) {
        const { messages, files } = await eraseChat(tx, actor, chat)
        counts.messages += messages
        counts.files += files
      }
    return counts
  })
  if (erased.orders === 0) await assertActive(app, actor)
  else await forgetOrderFiles(app)
  return erased
}

type OwnChat = { id: string; buyerId: string }

/** Open screens hear of it, as it is in the history. */
async function eraseChat(tx: Tx, actor: Actor, { id, buyerId }: OwnChat) {
  const written = await forgetChat(tx, buyerId, erasedBuyer, null)
  await record(tx, { kind: 'chat.erase', itemId: id, ownerId: buyerId, actorId: actor.id })
  return written
}

/** The chats of the buyer, closed to notifications of their messages until the end of the transaction. */
async function lockChats(tx: Tx, email: string): Promise<OwnChat[]> {
  const chats = await tx.execute<OwnChat>(sql`
    select id, buyer_id as "buyerId" from chats where ${isParticipant(email)} order by id`)
  for (const { buyerId } of chats) await lockNoticesOf(tx, buyerId)
  return [...chats]
}

const mayAct = async (tx: Tx, actor: Actor): Promise<boolean> => (await tx.execute(sql`select where ${stillActive(actor)}`)).length > 0

async function assertNoOpenLines(tx: Tx, email: string): Promise<void> {
  const [open] = await tx.execute(
    sql`select from order_buyers b join orders o on o.id = b.order_id where ${isBuyer(email)} and o.open_lines > 0 limit 1`,
  )
  if (open) throw new AppError('open-orders', refusalText('buyer-open-lines'))
}

/** Every change of a line locks its order, so no line becomes open again meanwhile. */
const lockOrders = (tx: Tx, which: SQL) =>
  tx.execute(sql`
    select from orders where id in (select b.order_id from order_buyers b where ${which}) order by id for no key update`)

const erasures = (actorId: string | null) =>
  eventRow({ kind: 'order.erased', itemId: sql`id`, ownerId: sql`null`, actorId: sql`${actorId}`, title: sql`number` }, sql`from erased`)

/**
 * Erases the buyers `b` of the orders that match and returns their number. `actorId` is null when the retention in the settings has
 * expired.
 */
export async function eraseIn(tx: Tx, which: SQL, actorId: string | null): Promise<number> {
  const addresses = await tx.execute<{ email: string }>(sql`
    select distinct lower(b.email) as email from order_buyers b join orders o on o.id = b.order_id where b.email is not null and ${which}`)
  const rows = await tx.execute<{ id: string }>(sql`
    with erased as (
      update order_buyers b set name = ${erasedBuyer}, email = null, address = null, search = ${folded(sql`o.number`)}, erased_at = now()
      from orders o where o.id = b.order_id and b.erased_at is null and ${which} returning o.id, o.number
    ), ${recorded('event', erasures(actorId))}
    select id from erased`)
  const ids = sql`(select json_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::json))`
  // Tracking numbers reveal the buyer's address, and reasons may be about the buyer.
  await tx.execute(sql`update order_lines set tracking = '' where order_id in ${ids}`)
  // Stored answers to programs repeat the same data.
  await tx.execute(sql`update api_answers set body = null where item_id in ${ids}`)
  await tx.execute(sql`update transferred_records set record = null where collection = 'orders' and id in ${ids}`)
  await tx.execute(sql`update refunds set reason = '' where order_id in ${ids}`)
  await tx.execute(sql`
    update event_details d set reason = null, imported = null, before = case when e.kind = 'order.corrected' then null else d.before end,
      after = case when e.kind in ('order.shipped', 'order.corrected') then null else d.after end
    from events e where e.id = d.event_id and e.item_id in ${ids}`)
  await blankDeliveries(tx, ids)
  await forgetAddresses(tx, await withoutOrders(tx, addresses))
  await hintAll(
    tx,
    'order.change',
    sql`select order_id, seller_id from order_sellers where order_id in ${ids} order by order_id, seller_id`,
  )
  return rows.length
}

/** Those addresses that no order has any longer: a view may still search for the others. */
async function withoutOrders(tx: Tx, addresses: readonly { email: string }[]): Promise<string[]> {
  const asked = JSON.stringify(addresses.map(({ email }) => email))
  const rows = await tx.execute<{ email: string }>(sql`
    select email from json_array_elements_text(${asked}::json) email
    where not exists (select from order_buyers b where lower(b.email) = email)`)
  return rows.map(({ email }) => email)
}
