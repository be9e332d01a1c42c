import { countBuyer, eraseBuyer } from '#server/buyers/erase-buyer.ts'
import { actorOf, os } from '#server/platform/http/os.ts'

/** The calls about a buyer's data, part of `orders` on the wire. */
export const buyers = {
  buyer: os.orders.buyer.handler(({ context, input }) => {
    actorOf(context, 'admin')
    return countBuyer(context.app, input.email)
  }),
  eraseBuyer: os.orders.eraseBuyer.handler(({ context, input }) => eraseBuyer(context.app, actorOf(context, 'admin'), input.email)),
}
