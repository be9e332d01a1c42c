import { type SQL, sql } from 'drizzle-orm'
import { type By, isProgram } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { Order, SellerOrder } from '#domain/order.ts'
import type { Actor } from '#domain/user.ts'
import { orderColumns, ownOrderColumns } from '#server/orders/order-row.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** What an unknown order answers, and a foreign one alike. */
export const orderNotFound = () => new AppError('not-found', { message: 'Order not found.' })

/** A whole order; for admins and the API. Throws `not-found`. */
export async function findOrder({ db }: { db: Pick<App['db'], 'execute'> }, id: string): Promise<Order> {
  const [row] = await db.execute<Order>(sql`
    select ${orderColumns} from orders o join order_buyers b on b.order_id = o.id where o.id = ${id}`)
  if (!row) throw orderNotFound()
  return row
}

/** An order as this seller may see it: his lines and amounts, nothing of anybody else's (product §5). Throws `not-found`. */
export async function findOwnOrder({ db }: Pick<App, 'db'>, { id: sellerId }: Pick<Actor, 'id'>, id: string): Promise<SellerOrder> {
  const [row] = await db.execute<SellerOrder>(sql`
    select ${ownOrderColumns} from order_sellers s join orders o on o.id = s.order_id join order_buyers b on b.order_id = o.id
    where s.order_id = ${id} and s.seller_id = ${sellerId}`)
  if (!row) throw orderNotFound()
  return row
}

/** The orders `o` that who acts may see at all: a seller those with a line of his, admins and programs all. */
export const visibleOrders = (by: By): SQL =>
  !isProgram(by) && by.role === 'seller'
    ? sql`exists (select from order_sellers s where s.order_id = o.id and s.seller_id = ${by.id})`
    : sql`true`

export type HeldOrder = { id: string; number: string; paymentStatus: Order['paymentStatus'] }

/** Holds an order in a transaction: whoever changes anything of it comes one after the other. Throws `not-found`. */
export async function holdOrder(tx: Tx, by: By, id: string): Promise<HeldOrder> {
  const [row] = await tx.execute<HeldOrder>(sql`
    select o.id, o.number, o.payment_status as "paymentStatus" from orders o where o.id = ${id} and ${visibleOrders(by)} for no key update`)
  if (!row) throw orderNotFound()
  return row
}
