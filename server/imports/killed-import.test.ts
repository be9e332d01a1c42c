import { expect, test } from 'vitest'
import type { ProductImport } from '#domain/product-import.ts'
import { rescueDatabase } from '#server/app/rescue/rescue-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { type Client, register } from '#server/testing/client.ts'
import { installedFolder, start } from '#server/testing/process.ts'
import { connected } from '#server/testing/worker.ts'

const rows = 4_000
/** A file as a European spreadsheet writes it, with three rows in the middle broken in different ways. */
function file(): Buffer {
  const lines = Array.from({ length: rows }, (_, at) => Buffer.from(`S-${at};"Chair; number ${at}";'=Oak;${at + 1},50\r\n`))
  lines[1_998] = Buffer.from('S-1998;"Broken "quotes"" here;x;1\r\n')
  lines[1_999] = Buffer.concat([Buffer.from('S-1999;Bad '), Buffer.from([0xff, 0xfe]), Buffer.from(';x;1\r\n')])
  lines[2_000] = Buffer.from('S-2000;Chair;x;twelve\r\n')
  return Buffer.concat([Buffer.from('\ufeffSKU;Title;Description;Price\r\n'), ...lines])
}

const get = async (seller: Client, id: string) => (await seller.call('imports/get', { id })) as ProductImport
const reaches = async (seller: Client, id: string, status: ProductImport['status']) => {
  await expect.poll(async () => (await get(seller, id)).status, { timeout: 60_000, interval: 50 }).toBe(status)
  return get(seller, id)
}

test('an import goes on after its server was killed: every good row is imported once, every bad one is reported', {
  timeout: 180_000,
}, async () => {
  const dataDir = await installedFolder()
  const first = start({ dataDir })
  const address = await first.ready()
  const seller = await register(address, 'Kim')
  const about = { method: 'POST', headers: { cookie: seller.cookie }, body: new Uint8Array(file()) }
  const answer = await fetch(`${address}/api/imports?name=chairs.csv`, about)
  const { id } = (await answer.json()) as ProductImport
  expect(await reaches(seller, id, 'checked')).toMatchObject({ rows, created: rows - 3, failed: 3 })
  // It waits at a row in the middle, because a transaction of the test is about to add a product with that SKU.
  const { sql } = connected((await rescueDatabase(readConfig({ DATA_DIR: dataDir }))).address, 1)
  const adding = await sql.reserve()
  await adding`begin`
  await adding`insert into products (id, title, seller_id, status, sku) select 'by-hand', 'By hand', user_id, 'draft', 'S-3000' from imports`
  await seller.call('imports/run', { id })
  await expect.poll(async () => (await get(seller, id)).done, { timeout: 60_000 }).toBeGreaterThan(0)
  first.kill('SIGKILL')
  await first.ended

  const second = start({ dataDir })
  const again = seller.at(await second.ready())
  const { status, done } = await get(again, id)
  expect([status, done < rows]).toEqual(['running', true])
  await adding`rollback`
  adding.release()
  const end = await reaches(again, id, 'done')
  expect(end).toMatchObject({ rows, done: rows, created: rows - 3, updated: 0, failed: 3 })
  expect(end.problems.map(({ row }) => row)).toEqual([2_000, 2_001, 2_002])
  const exported = await fetch(`${await second.ready()}/api/products/export.csv`, { headers: { cookie: seller.cookie } })
  const lines = (await exported.text()).trimEnd().split('\r\n').slice(1)
  expect([lines.length, new Set(lines.map((line) => line.split(',')[0])).size]).toEqual([rows - 3, rows - 3])
  expect(lines.every((line) => line.includes(",'=Oak,"))).toBe(true)
})
