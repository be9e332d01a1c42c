import type { Page } from '@playwright/test'
import { expect, live, offline, test } from './journey.ts'
import { approve, listed } from './shelf.ts'

/** The rows of the list by title and status; relative times change from moment to moment. */
const rowsOn = async (page: Page) => {
  const texts = await page.getByRole('main').getByRole('row').allInnerTexts()
  return texts.map((text) => text.match(/A kite|A drum|Approved|Pending/g)?.join(' ') ?? '')
}
const kite = (page: Page) => page.getByRole('row').filter({ hasText: 'A kite' })

// One that was away for longer than the feed goes back is in sleep.journey.
test('a seller who was away for ten minutes gets the missed changes without a reload', async ({ newSeller, pageErrors, absent }) => {
  pageErrors.allow(/Failed to load resource|net::ERR/)
  const seller = await newSeller('Seller away for ten minutes')
  const adminUser = await absent('Desk for ten minutes', 'admin')
  const { page, context } = seller
  await page.clock.install()
  const product = await listed(seller, 'A kite')
  await listed(seller, 'A drum')
  await page.goto('/seller/products')
  await expect(kite(page)).toContainText('Pending')
  await expect(live(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible({ timeout: 30_000 })
  await approve(adminUser, product)
  await page.clock.fastForward(600_000)
  await expect(offline(page)).toBeVisible()

  await context.setOffline(false)
  await expect(live(page)).toBeVisible({ timeout: 40_000 })
  await expect(kite(page)).toContainText('Approved')
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true)
  // The screen equals that of a new window.
  const window = await context.newPage()
  await window.goto('/seller/products')
  await expect(kite(window)).toContainText('Approved')
  await expect(live(window)).toBeVisible()
  await expect.poll(() => rowsOn(page)).toEqual(await rowsOn(window))
})
