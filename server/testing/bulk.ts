import { expect, vi } from 'vitest'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** Adds complete lamps under these ids, in one statement. */
export const addLamps = ({ sql }: App, sellerId: string, wanted: readonly { id: string }[]) => sql`
  insert into products (id, title, description, price, category, stock, images, seller_id, status)
  select id, 'Lamp', 'It shines.', 1000, 'Home', 3, '[{}]', ${sellerId}, 'pending' from unnest(${wanted.map(({ id }) => id)}::text[]) id`

/** Common steps of the tests of bulk decisions. */
export function bulkOf({ app, seller, admin, caller }: TestApp) {
  const bulk = (who: Actor | null) => caller(who).bulkDecisions
  const { get } = caller(admin).products
  const find = async ({ id }: { id: string }, who: Actor = admin) => (await bulk(who).list()).find((one) => one.id === id)
  return {
    bulk,
    find,
    /** New pending products, as an admin reads them. */
    waiting: async (count: number): Promise<Product[]> => {
      const made = await Promise.all(Array.from({ length: count }, () => addProduct(app, seller.id, 'pending')))
      return Promise.all(made.map(({ id }) => get({ id })))
    },
    /** Ends the ten seconds before it runs. */
    comesDue: ({ id }: { id: string }) => app.sql`update bulk_decisions set runs_at = now() where id = ${id}`,
    done: async (one: { id: string }, timeout = 110_000): Promise<BulkDecision> => {
      // Polled without the results: a thousand of them every few milliseconds would slow down the run.
      const status = () => app.sql`select status from bulk_decisions where id = ${one.id}`
      await vi.waitFor(async () => expect(await status()).toEqual([{ status: 'done' }]), { timeout, interval: 20 })
      const found = await find(one)
      if (!found) throw new Error('It is gone.')
      return found
    },
    statusesOf: async (of: readonly { id: string }[]) => (await Promise.all(of.map(({ id }) => get({ id })))).map(({ status }) => status),
    decisionsOn: (of: readonly { id: string }[]) =>
      app.sql<{ itemId: string; actorId: string }[]>`select item_id as "itemId", actor_id as "actorId" from events
        where item_id = any(${of.map(({ id }) => id)}::text[]) and kind in ('product.approve', 'product.reject') order by id`,
  }
}
