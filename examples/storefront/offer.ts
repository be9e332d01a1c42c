import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Product, Refusal } from './api.ts'

/** What the buyer was offered: this product at this price. It passes through the buyer's browser, so it is signed. */
export type Offer = Pick<Product, 'id' | 'price' | 'currency'> & { until: number }

const lastsMs = 60 * 60 * 1_000

const signatureOf = (text: string, key: string) => createHmac('sha256', key).update(text).digest()

/** The offer as a form carries it, valid for an hour. */
export function signedOffer({ id, price, currency }: Product, key: string): string {
  const text = JSON.stringify({ id, price, currency, until: Date.now() + lastsMs } satisfies Offer)
  return `${Buffer.from(text).toString('base64url')}.${signatureOf(text, key).toString('base64url')}`
}

/** Returns the offer from a submitted form; throws a `Refusal` if it is forged or expired. */
export function readOffer(signed: string, key: string): Offer {
  const [text = '', signature = ''] = signed.split('.').map((part) => Buffer.from(part, 'base64url'))
  const expected = signatureOf(String(text), key)
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), expected))
    throw new Refusal('This is no offer of ours.', 'no-offer')
  const offer: Offer = JSON.parse(String(text))
  if (offer.until < Date.now()) throw new Refusal('This offer is over. Open the product again.', 'offer-over')
  return offer
}
