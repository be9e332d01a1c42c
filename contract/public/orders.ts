import { z } from 'zod'
import { LinesToCancel, LinesToDeliver, LinesToShip, OrderFilters, RefundToMake } from '#contract/orders.ts'
import { Cursor, call, PageSize, PathId, pageOf } from '#contract/public/route.ts'
import { Amount, NewOrder, Order, OrderRow } from '#domain/order.ts'
import { Moment } from '#domain/text.ts'

const about = { id: PathId }
const tags = ['Orders']

const Payment = z.object({
  ...about,
  amount: Amount.optional().describe('Must be what is due; that is meant where it is left out.'),
  paidAt: Moment.optional().describe('Now unless given.'),
})

export const orders = {
  list: call('orders:read', {
    method: 'GET',
    path: '/orders',
    tags,
    summary: 'Orders',
    description: 'All orders, newest first. `from` and `to` are days of the marketplace, both included.',
  })
    .input(z.strictObject({ ...OrderFilters.shape, cursor: Cursor, limit: PageSize }))
    .output(pageOf(OrderRow)),
  get: call('orders:read', { method: 'GET', path: '/orders/{id}', tags, summary: 'One order' }).input(z.strictObject(about)).output(Order),
  place: call('orders:write', {
    method: 'POST',
    path: '/orders',
    successStatus: 201,
    tags,
    summary: 'Place an order',
    description: `Accepts an order as a whole, or refuses it as a whole: products that are not on sale (\`not-on-sale\`), too few pieces (\`out-of-stock\`), another currency (\`wrong-currency\`) or totals that do not add up (\`wrong-total\`) are told with the field. \`items + shipping + tax − discount = total\`, exactly.

An order of the same \`source\` and \`externalId\` is taken once: the same content again is answered with the order that is there, other content is refused with \`order-conflict\`.`,
  })
    .input(NewOrder)
    .output(Order),
  pay: call('orders:write', {
    method: 'POST',
    path: '/orders/{id}/payments',
    tags,
    summary: 'Record a payment',
    description: 'The whole amount that is due was paid. An order is paid once.',
  })
    .input(Payment)
    .output(Order),
  refund: call('orders:write', {
    method: 'POST',
    path: '/orders/{id}/refunds',
    tags,
    summary: 'Record a refund',
    description: 'Money went back to the buyer: above zero, never more than what was paid and not refunded before (`refund-too-high`).',
  })
    .input(RefundToMake.extend(about))
    .output(Order),
  ship: call('orders:write', {
    method: 'POST',
    path: '/orders/{id}/shipments',
    tags,
    summary: 'Ship lines',
    description: 'Open lines are on their way in one shipment: all of the named ones, or none.',
  })
    .input(LinesToShip.extend(about))
    .output(Order),
  deliver: call('orders:write', {
    method: 'POST',
    path: '/orders/{id}/deliveries',
    tags,
    summary: 'Mark lines as delivered',
    description: 'Shipped lines have arrived: all of the named ones, or none.',
  })
    .input(LinesToDeliver.extend(about))
    .output(Order),
  cancel: call('orders:write', {
    method: 'POST',
    path: '/orders/{id}/cancellations',
    tags,
    summary: 'Cancel lines',
    description:
      'Open lines will not be sent: all of the named ones, or none. Their pieces are on sale again. What was paid for them is refunded apart.',
  })
    .input(LinesToCancel.extend(about))
    .output(Order),
}
