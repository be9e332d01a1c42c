import type { Address } from '#domain/order.ts'
import { random } from './random.ts'
import { firstNames, lastNames, towns } from './words/names.ts'

/** A person who orders in the storefront; `taxed` if sales tax is added to the prices. */
export type Buyer = { name: string; email: string; address: Address; taxed: boolean }

/** As many buyers as wanted, each with one address. */
export function makeBuyers(count: number): Buyer[] {
  const chance = random('buyers')
  return Array.from({ length: count }, (_, at) => {
    const [first, last, { city, postalCode, region, country, streets }] = [
      chance.pick(firstNames),
      chance.pick(lastNames),
      chance.pick(towns),
    ]
    const plain = `${first}.${last}`
      .normalize('NFKD')
      .replace(/[^\w.]/g, '')
      .toLowerCase()
    const address = { line1: `${chance.pick(streets)} ${chance.int(1, 148)}`, line2: '', postalCode, city, region, country }
    return { name: `${first} ${last}`, email: `${plain}${at}@example.net`, address, taxed: country === 'US' || country === 'CA' }
  })
}
