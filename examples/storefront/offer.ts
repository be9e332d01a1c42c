import { type Product, Refusal } from './api.ts'
import { readSigned, signed } from './signed.ts'

/** What the buyer was offered: this product at this price. It passes through the buyer's browser, so it is signed. */
export type Offer = Pick<Product, 'id' | 'price' | 'currency'> & { until: number }

const lastsMs = 60 * 60 * 1_000

/** The offer as a form carries it, valid for an hour. */
export const signedOffer = ({ id, price, currency }: Product, key: string): string =>
  signed({ id, price, currency, until: Date.now() + lastsMs } satisfies Offer, 'offer', key)

/** Returns the offer from a submitted form; throws a `Refusal` if it is forged or expired. */
export function readOffer(text: string, key: string): Offer {
  const offer = readSigned<Offer>(text, 'offer', key)
  if (!offer) throw new Refusal('This is no offer of ours.', 'no-offer')
  if (offer.until < Date.now()) throw new Refusal('This offer is over. Open the product again.', 'offer-over')
  return offer
}
