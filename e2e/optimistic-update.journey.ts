import type { Page } from '@playwright/test'
import { storedIn } from './browser-storage.ts'
import { expect, test } from './journey.ts'
import { field, rowOf } from './listing.ts'
import { listed } from './shelf.ts'

/** Records from now on each price that the product's row shows. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const prices: string[] = []
    const look = () => {
      const row = [...document.querySelectorAll('tr')].find(({ textContent }) => textContent?.includes('A kettle'))?.textContent
      const price = /€\d+\.\d\d/.exec(row ?? '')?.[0]
      if (price && prices.at(-1) !== price) prices.push(price)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { pricesSeen: prices })
  })
const pricesOn = (page: Page) => page.evaluate(() => (window as unknown as { pricesSeen: string[] }).pricesSeen)

test('a new price is in the cached list from its first frame, though the server answers late', async ({ newSeller }) => {
  const seller = await newSeller('Own Writer')
  const { page } = seller
  const { id } = await listed(seller, 'A kettle')
  await page.goto('/seller/products')
  await expect(rowOf(page, 'A kettle')).toContainText('€10.00')
  await expect.poll(() => storedIn(page)).toContain('A kettle')
  await page.goto(`/seller/products/edit/${id}`)
  await field(page, 'Price').fill('25')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/rpc\/products\/list/, async (route) => {
    await released
    await route.continue()
  })
  await watch(page)
  const asked = page.waitForRequest(/\/rpc\/products\/list/)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await asked
  await expect(rowOf(page, 'A kettle')).toContainText('€25.00')
  const answered = page.waitForResponse(/\/rpc\/products\/list/)
  release()
  await answered
  await expect(rowOf(page, 'A kettle')).toContainText('€25.00')
  expect(await pricesOn(page)).toEqual(['€25.00'])
})
