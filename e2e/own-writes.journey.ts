import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { keptIn } from './kept.ts'
import { field, rowOf } from './listing.ts'
import { listed } from './shelf.ts'

/** Writes down, from now on, each price that stands in the row of the product. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = []
    const look = () => {
      const row = [...document.querySelectorAll('tr')].find(({ textContent }) => textContent?.includes('A kettle'))?.textContent
      const price = /€\d+\.\d\d/.exec(row ?? '')?.[0]
      if (price && seen.at(-1) !== price) seen.push(price)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { pricesSeen: seen })
  })
const pricesOn = (page: Page) => page.evaluate(() => (window as unknown as { pricesSeen: string[] }).pricesSeen)

for (const [which, isReloaded] of [
  ['the list that was just left', false],
  ['the list as the browser kept it', true],
] as const)
  test(`a new price stands on ${which} from its first frame, though the server answers late`, async ({ newSeller }) => {
    const seller = await newSeller(`Own Writer ${isReloaded}`)
    const { page } = seller
    const { id } = await listed(seller, 'A kettle')
    await page.goto('/seller/products')
    await expect(rowOf(page, 'A kettle')).toContainText('€10.00')
    await expect.poll(() => keptIn(page)).toContain('A kettle')
    if (isReloaded) await page.goto(`/seller/products/edit/${id}`)
    else await rowOf(page, 'A kettle').getByRole('link', { name: 'Edit' }).click()
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
