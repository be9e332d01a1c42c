import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { orders } from '#server/platform/database/tables/orders.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { installation } from '#server/platform/database/tables/settings.ts'
import { StartError } from '#server/platform/start-error.ts'

export type Installation = { epoch: string; currency: string; timeZone: string }

/**
 * The permanent facts of this installation, written at the first start. Its currency and time zone may change until there is a product
 * (product §10), or an order that outlived its products: its amounts and days are stored in them. Throws `StartError` if the configuration
 * asks for another one after that. Call it under the start lock.
 */
export async function openInstallation(
  db: Database,
  wanted: Pick<Config, 'currency' | 'timeZone'>,
  print: (line: string) => void = () => {},
): Promise<Installation> {
  const [stored] = await db.select().from(installation)
  // Settings of the operator win; the initial values are the euro and the machine's time zone.
  const currency = wanted.currency ?? stored?.currency ?? 'EUR'
  const timeZone = wanted.timeZone ?? stored?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!stored) {
    const epoch = randomBytes(9).toString('base64url')
    await db.insert(installation).values({ epoch, currency, timeZone })
    print(`Currency ${currency}, time zone ${timeZone}: CURRENCY and TIME_ZONE can change them until there is a product or an order.`)
    return { epoch, currency, timeZone }
  }
  if (currency !== stored.currency) await assertNotInUse(db, 'CURRENCY', currency, stored.currency)
  if (timeZone !== stored.timeZone) await assertNotInUse(db, 'TIME_ZONE', timeZone, stored.timeZone)
  if (currency !== stored.currency || timeZone !== stored.timeZone)
    await db.update(installation).set({ currency, timeZone }).where(eq(installation.id, stored.id))
  return { epoch: stored.epoch, currency, timeZone }
}

async function assertNotInUse(db: Database, name: string, value: string, stored: string): Promise<void> {
  const [product] = await db.select({ id: products.id }).from(products).limit(1)
  const [order] = await db.select({ id: orders.id }).from(orders).limit(1)
  const inUse = product ? 'products' : order && 'orders'
  if (inUse)
    throw new StartError(`${name} is "${value}", but this marketplace has ${inUse} and stays with ${stored}. Set ${stored}, or nothing.`)
}
