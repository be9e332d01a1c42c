import { cancelLines } from '#server/orders/cancel-lines.ts'
import { countUnshipped } from '#server/orders/count-unshipped.ts'
import { deliverLines } from '#server/orders/deliver-lines.ts'
import { findOrder, findOwnOrder, listOrderEvents } from '#server/orders/find-order.ts'
import { countOrders, listOrdersForAdmins, listOwnOrders } from '#server/orders/list-orders.ts'
import { recordPayment } from '#server/orders/record-payment.ts'
import { refundOrder } from '#server/orders/refund-order.ts'
import { correctShipment, shipLines } from '#server/orders/ship-lines.ts'
import { asAdmin, asPerson, asSeller, forAdmins, os } from '#server/platform/http/os.ts'

/** The calls about orders. Those about buyers' data are in `buyers`. */
export const orders = {
  list: os.orders.list.handler(forAdmins(listOrdersForAdmins)),
  get: os.orders.get.handler(forAdmins((app, { id }) => findOrder(app, id))),
  listOwn: os.orders.listOwn.handler(asSeller(listOwnOrders)),
  count: os.orders.count.handler(asPerson(countOrders)),
  getOwn: os.orders.getOwn.handler(asSeller((app, actor, { id }) => findOwnOrder(app, actor, id))),
  timeline: os.orders.timeline.handler(asPerson((app, actor, { id }) => listOrderEvents(app, actor, id))),
  unshipped: os.orders.unshipped.handler(asPerson(countUnshipped)),
  ship: os.orders.ship.handler(asPerson(async (app, actor, input) => ({ lines: await shipLines(app, actor, input) }))),
  correctShipment: os.orders.correctShipment.handler(
    asPerson(async (app, actor, input) => ({ lines: await correctShipment(app, actor, input) })),
  ),
  deliver: os.orders.deliver.handler(asPerson(async (app, actor, input) => ({ lines: await deliverLines(app, actor, input) }))),
  cancel: os.orders.cancel.handler(asAdmin(async (app, actor, input) => ({ lines: await cancelLines(app, actor, input) }))),
  pay: os.orders.pay.handler(asAdmin(recordPayment)),
  refund: os.orders.refund.handler(asAdmin(refundOrder)),
}
