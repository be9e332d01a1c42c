import { z } from 'zod'
import { LinesToCancel, LinesToDeliver, LinesToShip, OrderFilters, RefundToMake } from '#contract/orders.ts'
import { Cursor, call, PageSize, PathId, pageOf } from '#contract/public/route.ts'
import { Amount, NewOrder, OrderRow, PublicOrder } from '#domain/order.ts'
import { Moment } from '#domain/text.ts'

const about = { id: PathId }
const tags = ['Orders']

const Payment = z.object({
  ...about,
  amount: Amount.optional().describe('Must be the amount due; the default is that amount.'),
  paidAt: Moment.optional().describe('Default: now.'),
})

/** The examples follow one order: two pieces at €49.90 and €4.90 for shipping. */
const examples = {
  place: {
    source: 'shop',
    externalId: 'A-1001',
    buyerName: 'Nadia Neri',
    buyerEmail: 'nadia@example.com',
    shippingAddress: { recipient: 'Aoife Byrne', line1: 'Francis Street 61', postalCode: 'D08 X2A5', city: 'Dublin', country: 'Ireland' },
    currency: 'EUR',
    lines: [{ product_id: 'PRODUCT_ID', quantity: 2, unitPrice: 4_990 }],
    shipping: 490,
    total: 10_470,
  },
  pay: { amount: 10_470 },
  refund: { amount: 490, reason: 'The parcel came late.' },
  ship: { lines: ['LINE_ID'], carrier: 'DPD', tracking: 'RR556582470' },
  deliver: { lines: ['LINE_ID'] },
  cancel: { lines: ['LINE_ID'], reason: 'Out of stock' },
}

/** A write returns the whole order. */
const write = <Input extends z.ZodType>(path: `/${string}`, input: Input, summary: string, description: string, example: object) =>
  call('orders:write', { method: 'POST', path, tags, summary, description }, example).input(input).output(PublicOrder)

export const orders = {
  list: call('orders:read', {
    method: 'GET',
    path: '/orders',
    tags,
    summary: 'List orders',
    description: 'All orders, newest first. `from` and `to` are days in the time zone of the marketplace, both included.',
  })
    .input(z.strictObject({ ...OrderFilters.shape, cursor: Cursor, limit: PageSize }))
    .output(pageOf(OrderRow)),
  get: call('orders:read', { method: 'GET', path: '/orders/{id}', tags, summary: 'Get an order' })
    .input(z.strictObject(about))
    .output(PublicOrder),
  place: write(
    '/orders',
    NewOrder,
    'Place an order',
    `Accepts or refuses the whole order. The error names the field: a product that is not on sale (\`not-on-sale\`), not enough stock (\`out-of-stock\`), another currency (\`wrong-currency\`), or totals that do not add up (\`wrong-total\`). \`items + shipping + tax − discount = total\` must hold exactly.

An order with the same \`source\` and \`externalId\` is accepted once. Sent again with the same content, it returns the existing order; with different content, it is refused with \`order-conflict\`.`,
    examples.place,
  ).route({ successStatus: 201 }),
  pay: write(
    '/orders/{id}/payments',
    Payment,
    'Record a payment',
    'Records that the whole amount due was paid. An order can be paid once.',
    examples.pay,
  ),
  refund: write(
    '/orders/{id}/refunds',
    RefundToMake.extend(about),
    'Record a refund',
    'Records that money was returned to the buyer: more than zero, and at most what was paid and not refunded yet (`refund-too-high`).',
    examples.refund,
  ),
  ship: write(
    '/orders/{id}/shipments',
    LinesToShip.extend(about),
    'Ship lines',
    'Marks open lines as shipped, in one shipment. All lines named here are shipped, or none.',
    examples.ship,
  ),
  deliver: write(
    '/orders/{id}/deliveries',
    LinesToDeliver.extend(about),
    'Mark lines as delivered',
    'Marks shipped lines as delivered. All lines named here are marked, or none.',
    examples.deliver,
  ),
  cancel: write(
    '/orders/{id}/cancellations',
    LinesToCancel.extend(about),
    'Cancel lines',
    'Cancels open lines. All lines named here are cancelled, or none. Their quantities return to the stock. If the order was paid, record the refund separately.',
    examples.cancel,
  ),
}
