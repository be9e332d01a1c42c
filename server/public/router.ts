import { implement } from '@orpc/server'
import { publicContract } from '#contract/public/contract.ts'
import type { KeyActor } from '#domain/api-key.ts'
import { publicOrder } from '#domain/order.ts'
import { cancelLines } from '#server/orders/cancel-lines.ts'
import { deliverLines } from '#server/orders/deliver-lines.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { listOrders } from '#server/orders/list-orders.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { recordPayment } from '#server/orders/record-payment.ts'
import { refundOrder } from '#server/orders/refund-order.ts'
import { shipLines } from '#server/orders/ship-lines.ts'
import type { App } from '#server/platform/app.ts'
import { listChanges } from '#server/public/list-changes.ts'
import { findOnSale, listOnSale } from '#server/public/list-on-sale.ts'
import { findSeller, listSellers } from '#server/public/list-sellers.ts'

/** The context of every procedure of the public API: the app and the API key of the request. */
export type PublicContext = { app: App; key: KeyActor }

/** As for the browser's calls, answers are not validated again on their way out: the compiler and the tests prove their shape. */
const publicOs = implement(publicContract).$context<PublicContext>().$config({ initialOutputValidationIndex: Number.NaN })

/** Calls that move lines answer the whole order, like every other write. */
async function orderAfter(app: App, { id }: { id: string }, moved: Promise<unknown>) {
  await moved
  return publicOrder(await findOrder(app, id))
}

const orders = publicOs.orders.router({
  list: publicOs.orders.list.handler(({ context: { app }, input }) => listOrders(app, input)),
  get: publicOs.orders.get.handler(async ({ context: { app }, input }) => publicOrder(await findOrder(app, input.id))),
  place: publicOs.orders.place.handler(async ({ context: { app, key }, input }) => publicOrder(await placeOrder(app, key, input))),
  pay: publicOs.orders.pay.handler(async ({ context: { app, key }, input }) => publicOrder(await recordPayment(app, key, input))),
  refund: publicOs.orders.refund.handler(async ({ context: { app, key }, input }) => publicOrder(await refundOrder(app, key, input))),
  ship: publicOs.orders.ship.handler(({ context: { app, key }, input }) => orderAfter(app, input, shipLines(app, key, input))),
  deliver: publicOs.orders.deliver.handler(({ context: { app, key }, input }) => orderAfter(app, input, deliverLines(app, key, input))),
  cancel: publicOs.orders.cancel.handler(({ context: { app, key }, input }) => orderAfter(app, input, cancelLines(app, key, input))),
})

const products = publicOs.products.router({
  list: publicOs.products.list.handler(({ context: { app }, input: { updated_since, ...page } }) =>
    updated_since === undefined ? listOnSale(app, page) : listChanges(app, { ...page, updated_since }),
  ),
  get: publicOs.products.get.handler(({ context: { app }, input }) => findOnSale(app, input.id)),
})

const sellers = publicOs.sellers.router({
  list: publicOs.sellers.list.handler(({ context: { app }, input }) => listSellers(app, input)),
  get: publicOs.sellers.get.handler(({ context: { app }, input }) => findSeller(app, input.id)),
})

/** All calls of the public API with their handlers. */
export const publicRouter = publicOs.router({ products, sellers, orders })
