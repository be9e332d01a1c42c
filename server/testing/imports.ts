import { Readable } from 'node:stream'
import { expect } from 'vitest'
import type { ProductImport } from '#domain/product-import.ts'
import { receiveImport } from '#server/imports/receive-import.ts'
import type { Person } from './people.ts'
import { openTestApp } from './test-app.ts'
import { openTestServer } from './test-server.ts'

/** A test app with steps to import CSV files of products. */
export async function openImports() {
  const testApp = await openTestApp()
  const { app, caller, person } = testApp
  const server = await openTestServer(app)
  const { ask } = server
  const header = 'sku,title,description,price,stock,category,tags,attributes'
  const bring = (who: Person, text: string | Buffer) =>
    receiveImport(app, who, { name: 'goods.csv', content: Readable.from([Buffer.from(text)]) })
  const reaches = async (who: Person, id: string, ...statuses: ProductImport['status'][]) => {
    await expect.poll(async () => (await caller(who).imports.get({ id })).status, { timeout: 60_000, interval: 20 }).toBeOneOf(statuses)
    return caller(who).imports.get({ id })
  }
  /** Uploads a file and waits for its dry run. */
  const checked = async (who: Person, text: string | Buffer) => reaches(who, (await bring(who, text)).id, 'checked', 'failed')
  /** Uploads a file and waits for its dry run and its run. */
  const imported = async (who: Person, text: string | Buffer) => {
    const { id } = await checked(who, text)
    await caller(who).imports.run({ id })
    return reaches(who, id, 'done', 'cancelled', 'failed')
  }
  const productsOf = async (who: Person) => (await caller(who).products.list({ limit: 100, sort: 'oldest' })).rows
  const bySku = async (who: Person, sku: string) => {
    const row = (await caller(who).products.list({ search: sku })).rows.find((each) => each.sku === sku)
    return row ? caller(who).products.get({ id: row.id }) : null
  }
  const report = async (who: Person, id: string) => (await ask(`/api/imports/${id}/report.csv`, { as: who })).text
  const events = (itemId: string) => app.sql`
    select e.kind, e.actor_id as "actorId", e.owner_id as "ownerId", e.fields, d.title, d.before, d.after
    from events e left join event_details d on d.event_id = e.id where e.item_id = ${itemId} order by e.id`
  let count = 0
  /** A seller without products. */
  const someone = () => person(`Importer ${++count}`)
  return { testApp, ...testApp, ...server, header, bring, reaches, checked, imported, productsOf, bySku, report, events, someone }
}
