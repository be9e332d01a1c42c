import type { Page } from '@playwright/test'
import { checkBothSizes, darken } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { ask, listed } from './shelf.ts'

test.describe.configure({ timeout: 480_000 })

const most = 41_943_040

/** The bytes that the offline cache uses, recounted, and the searches in it. */
const cacheIn = (page: Page): Promise<{ bytes: number; searches: string[] }> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('backstall-seen')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const rows = await new Promise<{ hash: string; text: string }[]>((resolve) => {
      const reading = database.transaction('rows').objectStore('rows').getAll()
      reading.onsuccess = () => resolve(reading.result)
    })
    database.close()
    const size = ({ hash, text }: { hash: string; text: string }) => new TextEncoder().encode(hash + text).length
    const searches = rows.flatMap(({ hash }) => /"search":"(heavy \d+)"/.exec(hash)?.[1] ?? [])
    return { bytes: rows.reduce((sum, row) => sum + size(row), 0), searches }
  })

/** True if the answer to this search is cached. Reads only its key, because reading forty megabytes repeatedly is slow. */
const isCached = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (wanted) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('backstall-seen')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const hashes = await new Promise<IDBValidKey[]>((resolve) => {
      const reading = database.transaction('rows').objectStore('rows').getAllKeys()
      reading.onsuccess = () => resolve(reading.result)
    })
    database.close()
    return hashes.some((hash) => String(hash).includes(`"search":"${wanted}"`))
  }, text)

const search = (page: Page, text: string) =>
  page
    .getByRole('searchbox', { name: 'Search' })
    .or(page.getByLabel(/^Search/))
    .first()
    .fill(text)

/**
 * Makes every answer to a search for "heavy" four megabytes larger, as if it had very many rows. Does so in the window, because the network
 * is slow.
 */
const makeHeavy = (page: Page, pattern: object) =>
  page.addInitScript((row) => {
    const { fetch } = window
    window.fetch = async (asked, about) => {
      const text = asked instanceof Request && asked.url.endsWith('/rpc/products/list') ? await asked.clone().text() : ''
      const answer = await fetch(asked, about)
      if (!text.includes('heavy')) return answer
      const { json } = await answer.json()
      const rows = [{ ...row, id: 'heavy', title: 'Heavy row', padding: 'x'.repeat(4_000_000) }]
      return Response.json({ json: { ...json, rows, next: null } })
    }
  }, pattern)

test('a person views more than forty megabytes: the least recently used make room, what is on screen stays, and the cache stays within its limit', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|status of 404/)
  const seller = await newSeller('Heavy Seller')
  await listed(seller, 'A light feather')
  const { rows } = await ask<{ rows: object[] }>(seller, 'products/list')
  const { page } = seller
  await makeHeavy(page, rows[0] ?? {})
  await page.goto('/seller/products')
  await expect(page.getByRole('link', { name: 'A light feather' }).first()).toBeVisible()
  for (let at = 1; at <= 12; at += 1) {
    await search(page, `heavy ${at}`)
    await expect(page).toHaveURL(new RegExp(`heavy(\\+|%20)${at}(?!\\d)`))
    await expect(page.getByRole('link', { name: 'Heavy row' }).first()).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => isCached(page, `heavy ${at}`), { timeout: 60_000, intervals: [100] }).toBe(true)
  }
  const { bytes, searches } = await cacheIn(page)
  expect(bytes).toBeLessThanOrEqual(most)
  expect(bytes).toBeGreaterThan(most - 4_100_000)
  expect(searches).not.toContain('heavy 1')
  expect(searches).not.toContain('heavy 2')
  expect(searches).toContain('heavy 12')
  // The cache is useful, too: its entries are shown although the server does not answer.
  await page.route(/\/(rpc|api)\//, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('link', { name: 'Heavy row' }).first()).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.goto('/profile')
  const panel = page.getByRole('main')
  await expect(panel.getByText(/^3\d(\.\d)? MiB of 40 MiB$/)).toBeVisible()
  const field = panel.getByRole('spinbutton', { name: 'At most, in MiB' })
  await field.fill('0.5')
  await panel.getByRole('button', { name: 'Save the size' }).click()
  await expect(panel.getByText('Allow at least 1 MiB (1,048,576 bytes).')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  expect((await cacheIn(page)).bytes).toBeGreaterThan(30_000_000)
  await field.fill('6')
  await panel.getByRole('button', { name: 'Save the size' }).click()
  await expect(panel.getByText(/ MiB of 6 MiB$/)).toBeVisible()
  const less = await cacheIn(page)
  expect(less.bytes).toBeLessThanOrEqual(6 * 1_048_576)
  expect(less.searches).toEqual(['heavy 12'])
  await panel.getByRole('button', { name: 'Remove what is kept' }).click()
  await expect(panel.getByText(/^(0|less than 0\.1) MiB of 6 MiB$/)).toBeVisible()
  expect((await cacheIn(page)).searches).toEqual([])
  await page.reload()
  await expect(panel.getByText(/ MiB of 6 MiB$/)).toBeVisible()
})

test('an entry shown in one window is not evicted for another window, until the first shows something else', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR/)
  const seller = await newSeller('Two Windows Seller')
  await listed(seller, 'A light quill')
  const { rows } = await ask<{ rows: object[] }>(seller, 'products/list')
  const { page: first, context } = seller
  const second = await context.newPage()
  for (const page of [first, second]) await makeHeavy(page, rows[0] ?? {})
  const see = async (page: Page, text: string) => {
    await page.goto(`/seller/products?search=${encodeURIComponent(text)}`)
    await expect(page.getByRole('link', { name: 'Heavy row' }).first()).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => isCached(page, text), { timeout: 60_000, intervals: [100] }).toBe(true)
  }
  await second.goto('/profile')
  await second.getByRole('spinbutton', { name: 'At most, in MiB' }).fill('9')
  await second.getByRole('button', { name: 'Save the size' }).click()
  await expect(second.getByText(/ MiB of 9 MiB$/)).toBeVisible()

  await see(first, 'heavy 1')
  for (const at of [2, 3, 4]) await see(second, `heavy ${at}`)
  expect((await cacheIn(second)).searches.sort()).toEqual(['heavy 1', 'heavy 4'])
  await first.route(/\/(rpc|api)\//, (route) => route.abort())
  await first.reload()
  await expect(first.getByRole('link', { name: 'Heavy row' }).first()).toBeVisible()
  await first.goto('/profile')
  for (const at of [5, 6]) await see(second, `heavy ${at}`)
  await expect.poll(() => isCached(second, 'heavy 1')).toBe(false)
})

test('if the browser stores nothing, the profile says so and everything else works', async ({ newSeller }) => {
  const seller = await newSeller('Private Seller')
  await listed(seller, 'A folded note')
  const { page } = seller
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  })
  await page.goto('/seller/products')
  await expect(page.getByRole('link', { name: 'A folded note' }).first()).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText(/^This browser keeps nothing at the moment/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove what is kept' })).toHaveCount(0)
})

test('the size of the cache can be set, wide and narrow, light and dark, with assistive technology', async ({ newSeller }) => {
  const { page } = await newSeller('Accessible Seller')
  await page.goto('/profile')
  await expect(page.getByText(/ MiB of 40 MiB$/)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'At most, in MiB' }).fill('0')
  await page.getByRole('button', { name: 'Save the size' }).click()
  await expect(page.getByText('Allow at least 1 MiB (1,048,576 bytes).')).toBeVisible()
  await checkBothSizes(page, 'what is kept')
  await darken(page)
  await checkBothSizes(page, 'what is kept, dark')
})
