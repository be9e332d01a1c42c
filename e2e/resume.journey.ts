import type { Page } from '@playwright/test'
import { type Caller, expect, live, offline, type Person, test } from './journey.ts'
import { approve, listed } from './shelf.ts'

/** The rows of the list by title and status; relative times change from moment to moment. */
const rowsOn = async (page: Page) => {
  const texts = await page.getByRole('main').getByRole('row').allInnerTexts()
  return texts.map((text) => text.match(/A kite|A drum|Approved|Pending/g)?.join(' ') ?? '')
}

/** Approves one of two products that a seller has on screen, while the seller's connection is cut. Returns its id. */
async function miss(seller: Person, adminUser: Caller): Promise<string> {
  const { page, context } = seller
  const first = await listed(seller, 'A kite')
  await listed(seller, 'A drum')
  await page.goto('/seller/products')
  await expect(page.getByRole('row').filter({ hasText: 'A kite' })).toContainText('Pending')
  await expect(live(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible({ timeout: 30_000 })
  await approve(adminUser, first)
  return first.id
}

/** Without a reload the screen equals that of a new window. */
async function isAsFresh({ page, context }: Person): Promise<void> {
  await context.setOffline(false)
  await expect(live(page)).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('row').filter({ hasText: 'A kite' })).toContainText('Approved')
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true)
  const window = await context.newPage()
  await window.goto('/seller/products')
  await expect(window.getByRole('row').filter({ hasText: 'A kite' })).toContainText('Approved')
  await expect(live(window)).toBeVisible()
  await expect.poll(() => rowsOn(page)).toEqual(await rowsOn(window))
}

test('a seller who was away for longer than the feed goes back still sees current data', async ({
  newSeller,
  backstall,
  pageErrors,
  absent,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR/)
  const seller = await newSeller('Long gone Seller')
  const id = await miss(seller, await absent('Patient Desk', 'admin'))
  const isDone = async () => {
    const done = await backstall.inDatabase(
      (sql) => sql`
        select 1 from feed where kind = 'product.approve' and item_id = ${id} and position <= (select min(position) from consumers)`,
    )
    return done.length
  }
  await expect.poll(isDone, { timeout: 30_000 }).toBe(1)
  // As after a week: the feed no longer has the position of this window.
  await backstall.inDatabase((sql) => sql`delete from feed where position <= (select min(position) from consumers)`)
  await isAsFresh(seller)
})

test('a seller who was away for ten minutes gets the missed changes without a reload', async ({ newSeller, pageErrors, absent }) => {
  pageErrors.allow(/Failed to load resource|net::ERR/)
  const seller = await newSeller('Seller away for ten minutes')
  await seller.page.clock.install()
  await miss(seller, await absent('Desk for ten minutes', 'admin'))
  await seller.page.clock.fastForward(600_000)
  await expect(offline(seller.page)).toBeVisible()
  await isAsFresh(seller)
})
