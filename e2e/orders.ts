import { randomUUID } from 'node:crypto'
import { type Caller, expect } from './journey.ts'
import { ask } from './shelf.ts'

type Sold = { id: string; quantity?: number; unitPrice?: number }
type About = { shipping?: number; paid?: boolean; buyer?: string }
type Ordered = { id: string; number: string; lines: { id: string; title: string }[] }

/** Places an order as the storefront does, by the public API with a key of its own. */
export async function ordered(admin: Caller, sold: readonly Sold[], about: About = {}): Promise<Ordered> {
  const { shipping = 0, paid = true, buyer = 'Bianca Buyer' } = about
  const { key } = await ask<{ key: string }>(admin, 'apiKeys/create', { name: 'Web shop', scopes: ['orders:write'] })
  const lines = sold.map(({ id: product_id, quantity = 1, unitPrice = 1_000 }) => ({ product_id, quantity, unitPrice }))
  const items = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
  const order = {
    source: 'shop',
    currency: 'EUR',
    buyerName: buyer,
    buyerEmail: `${buyer.split(' ')[0]}@example.com`,
    shippingAddress: { line1: 'Ringstraße 1', postalCode: '1010', city: 'Wien' },
    lines,
    shipping,
    total: items + shipping,
    ...(paid && { paidAt: new Date().toISOString() }),
  }
  const answer = await fetch(`${admin.url}/api/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(order),
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return await answer.json()
}
