import { cancelLines } from '#server/orders/cancel-lines.ts'
import { countUnshipped } from '#server/orders/count-unshipped.ts'
import { deliverLines } from '#server/orders/deliver-lines.ts'
import { findOrder, findOwnOrder, listOrderEvents } from '#server/orders/find-order.ts'
import { countOrders, listOrdersForAdmins, listOwnOrders } from '#server/orders/list-orders.ts'
import { recordPayment } from '#server/orders/record-payment.ts'
import { refundOrder } from '#server/orders/refund-order.ts'
import { correctShipment, shipLines } from '#server/orders/ship-lines.ts'
import { actorOf, forAdmins, os } from '#server/platform/http/os.ts'

/** The calls about orders. Those about buyers' data are in `buyers`. */
export const orders = {
  list: os.orders.list.handler(forAdmins(listOrdersForAdmins)),
  get: os.orders.get.handler(forAdmins((app, { id }) => findOrder(app, id))),
  listOwn: os.orders.listOwn.handler(({ context, input }) => listOwnOrders(context.app, actorOf(context, 'seller'), input)),
  count: os.orders.count.handler(({ context, input }) => countOrders(context.app, actorOf(context), input)),
  getOwn: os.orders.getOwn.handler(({ context, input }) => findOwnOrder(context.app, actorOf(context, 'seller'), input.id)),
  timeline: os.orders.timeline.handler(({ context, input }) => listOrderEvents(context.app, actorOf(context), input.id)),
  unshipped: os.orders.unshipped.handler(({ context }) => countUnshipped(context.app, actorOf(context))),
  ship: os.orders.ship.handler(async ({ context, input }) => ({ lines: await shipLines(context.app, actorOf(context), input) })),
  correctShipment: os.orders.correctShipment.handler(async ({ context, input }) => ({
    lines: await correctShipment(context.app, actorOf(context), input),
  })),
  deliver: os.orders.deliver.handler(async ({ context, input }) => ({ lines: await deliverLines(context.app, actorOf(context), input) })),
  cancel: os.orders.cancel.handler(async ({ context, input }) => ({
    lines: await cancelLines(context.app, actorOf(context, 'admin'), input),
  })),
  pay: os.orders.pay.handler(({ context, input }) => recordPayment(context.app, actorOf(context, 'admin'), input)),
  refund: os.orders.refund.handler(({ context, input }) => refundOrder(context.app, actorOf(context, 'admin'), input)),
}
