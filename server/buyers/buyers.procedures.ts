import { countBuyer, eraseBuyer } from '#server/buyers/erase-buyer.ts'
import { actorOf, forAdmins, os } from '#server/platform/http/os.ts'

/** The calls about a buyer's data, part of `orders` on the wire. */
export const buyers = {
  buyer: os.orders.buyer.handler(forAdmins((app, { email }) => countBuyer(app, email))),
  eraseBuyer: os.orders.eraseBuyer.handler(({ context, input }) => eraseBuyer(context.app, actorOf(context, 'admin'), input.email)),
}
