import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, offline, test } from './journey.ts'
import { fillListing, rowOf } from './listing.ts'
import { photograph } from './pictures.ts'

/** The files in the store, without thumbnails. */
function storedFiles(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('thumbnails'))
    .map((entry) => join(entry.parentPath, entry.name))
}

test('the server dies during an upload and restarts: one product with all its pictures, and no extra file', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR|status of 50\d|^50\d from/)
  const { page } = await newSeller('Crash Seller')
  const title = 'A lantern that survives'
  const before = new Set(storedFiles(backstall.dataDir))
  await page.goto('/seller/products/add')
  const pictures = await Promise.all(['one.jpg', 'two.jpg', 'three.jpg'].map((name, at) => photograph(name, `#${at}${at}88cc`, 2400, 1800)))
  await fillListing(page, { title, description: 'Burns long.', price: '20', stock: '2', category: 'Home' })
  const firstUpload = page.waitForResponse((answer) => answer.url().includes('/images?') && answer.ok(), { timeout: 60_000 })
  const secondUpload = page.waitForRequest((request) => request.url().includes('/images?') && /two|three/.test(request.url()), {
    timeout: 60_000,
  })
  await page.getByLabel(/^Images\b/).setInputFiles(pictures)
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await Promise.race([firstUpload, secondUpload])
  await backstall.kill()
  await expect(offline(page)).toBeVisible({ timeout: 30_000 })
  await backstall.start()
  const retry = page.getByRole('button', { name: /retry|try again/i })
  const listed = page.getByRole('heading', { level: 1, name: 'Products' })
  await expect(async () => {
    // The server may die while it creates the product; the form says so, and the seller submits again.
    const refused = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })
    if (await retry.first().isVisible()) await retry.first().click({ timeout: 2_000 })
    else if (await refused.isVisible()) await page.getByRole('button', { name: 'Submit for approval' }).click({ timeout: 2_000 })
    await expect(listed).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(rowOf(page, title)).toContainText('Pending')
  await page.reload()
  await expect(rowOf(page, title)).toHaveCount(1)
  await rowOf(page, title)
    .getByRole('link', { name: 'Edit' })
    .or(rowOf(page, title).getByRole('button', { name: 'Edit' }))
    .click()
  for (const name of ['one.jpg', 'two.jpg', 'three.jpg'])
    await expect(page.getByText(name).or(page.getByAltText(name)).first()).toBeVisible()
  // Files of other journeys may be swept meanwhile.
  await expect.poll(() => storedFiles(backstall.dataDir).filter((path) => !before.has(path)).length).toBe(3)
})
