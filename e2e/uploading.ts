import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Caller } from './journey.ts'
import { fillListing } from './listing.ts'
import type { Picture } from './pictures.ts'
import type { Backstall } from './server.ts'
import { ask } from './shelf.ts'

const plain = { description: 'Useful.', price: '3', stock: '9', category: 'Garden' }
type Found = { id: string; title: string; status: string; images: { path: string }[] }

/** The products of this title, as their seller sees them. */
export async function found(seller: Caller, title: string): Promise<Found[]> {
  const { rows } = await ask<{ rows: Found[] }>(seller, 'products/list', { search: title })
  return rows.filter((row) => row.title === title)
}

/** Bytes of the most complete unfinished upload, among those begun from now on; parts of earlier ones stay for an hour. */
export function longestPartOf({ dataDir }: Backstall): () => number {
  const folder = join(dataDir, 'uploads')
  const names = () => (existsSync(folder) ? readdirSync(folder) : [])
  const before = new Set(names())
  const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  return () =>
    Math.max(
      0,
      ...names()
        .filter((name) => !before.has(name))
        .map(sizeOf),
    )
}

/** Pictures chosen from the disk: passing megabytes through the browser's control connection takes seconds. */
export const fromDisk = (...pictures: Picture[]): string[] =>
  pictures.map(({ name, buffer }) => {
    const path = test.info().outputPath(name)
    writeFileSync(path, buffer)
    return path
  })

/** Adds a product on the screens; if its form reports a failure, submits it again. */
export async function add(page: Page, title: string, pictures: Picture[] | string): Promise<void> {
  await fillListing(page, { ...plain, title })
  await page.getByLabel(/^Images\b/).setInputFiles(typeof pictures === 'string' ? pictures : fromDisk(...pictures))
  const submit = page.getByRole('button', { name: 'Submit for approval' })
  await submit.click()
  const list = /\/seller\/products(\?|$)/
  await expect(async () => {
    if (list.test(page.url())) return
    if (await submit.isEnabled()) await submit.click({ timeout: 2_000 })
    await expect(page).toHaveURL(list, { timeout: 1_000 })
  }).toPass({ timeout: 180_000 })
}

/** Asserts that the product of this title exists once, with these pictures in order, and nothing else of it is stored. */
export async function isThereOnce(seller: Caller, backstall: Backstall, title: string, names: string[]): Promise<void> {
  const products = await found(seller, title)
  expect(products).toMatchObject([{ status: 'pending' }])
  const [{ id, images } = { id: '', images: [] }] = products
  expect(images.map(({ path }) => path.replace(/^.*_/, ''))).toEqual(names)
  const rows = await backstall.inDatabase((sql) => sql`select path from files where product_id = ${id} and released_at is null`)
  expect(rows).toHaveLength(names.length)
}
