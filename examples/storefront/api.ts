/** The few calls of Backstall's API that this shop needs; `/api/v1/docs` of any Backstall explains them all. */

export type Shop = { url: string; key: string }
export type Product = {
  id: string
  title: string
  description: string
  /** Minor units of `currency`. */
  price: number
  currency: string
  stock: number | null
  images: { url: string; thumbnails: Record<string, string> }[]
}
export type Order = { id: string; number: string; total: number; paymentStatus: string }
export type Buyer = { name: string; email: string; line1: string; city: string }

/** A refusal from Backstall: a sentence for people, a code for programs. */
export class Refusal extends Error {
  readonly code: string
  constructor(sentence: string, code: string) {
    super(sentence)
    this.code = code
  }
}

/** Makes one call. A write carries an idempotency key, so that repeating it has no second effect. */
async function call<Answer>(shop: Shop, method: 'GET' | 'POST', path: string, write?: { name: string; content: object }): Promise<Answer> {
  const answer = await fetch(`${shop.url}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${shop.key}`,
      ...(write && { 'Idempotency-Key': write.name, 'Content-Type': 'application/json' }),
    },
    ...(write && { body: JSON.stringify(write.content) }),
  })
  const body = (await answer.json()) as Answer & { error?: string; code?: string }
  if (!answer.ok) throw new Refusal(body.error ?? 'The shop cannot be reached.', body.code ?? 'unknown')
  return body
}

/** Returns everything on sale, page by page. */
export async function productsOnSale(shop: Shop): Promise<Product[]> {
  const products: Product[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { rows: Product[]; next: string | null } = await call(shop, 'GET', `/products?limit=100${cursor && `&cursor=${cursor}`}`)
    products.push(...page.rows)
    cursor = page.next
  }
  return products
}

export const product = (shop: Shop, id: string) => call<Product>(shop, 'GET', `/products/${encodeURIComponent(id)}`)

/** Places an order of one product under the key from the form, so that a reload or a second click orders once. */
export const order = (
  shop: Shop,
  name: string,
  { id, price, currency }: Pick<Product, 'id' | 'price' | 'currency'>,
  quantity: number,
  buyer: Buyer,
) =>
  call<Order>(shop, 'POST', '/orders', {
    name,
    content: {
      source: 'Example storefront',
      externalId: name,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      shippingAddress: { line1: buyer.line1, city: buyer.city },
      currency,
      lines: [{ product_id: id, quantity, unitPrice: price }],
      total: price * quantity,
    },
  })

/** Reports that the buyer has paid. A real shop does so when its payment provider reports it. */
export const pay = (shop: Shop, name: string, { id }: Order) =>
  call<Order>(shop, 'POST', `/orders/${id}/payments`, { name: `${name}-payment`, content: {} })
