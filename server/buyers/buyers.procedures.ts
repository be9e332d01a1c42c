import { countBuyer, eraseBuyer } from '#server/buyers/erase-buyer.ts'
import { asAdmin, forAdmins, os } from '#server/platform/http/os.ts'

/** The calls about a buyer's data, part of `orders` on the wire. */
export const buyers = {
  buyer: os.orders.buyer.handler(forAdmins((app, { email }) => countBuyer(app, email))),
  eraseBuyer: os.orders.eraseBuyer.handler(asAdmin((app, actor, { email }) => eraseBuyer(app, actor, email))),
}
