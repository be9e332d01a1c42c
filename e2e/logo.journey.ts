import type { Page } from '@playwright/test'
import { checkBothSizes, darken } from './accessibility.ts'
import { expect, openLive, test } from './journey.ts'
import { logo } from './pictures.ts'

const side = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const own = (page: Page) => page.locator('img[src*="/logos/"]')
/** True once the picture is loaded and drawn, not only requested. */
const drawn = (page: Page, name: string) =>
  expect
    .poll(() =>
      own(page)
        .first()
        .evaluate((picture: HTMLImageElement) => [picture.complete && picture.naturalWidth > 0, picture.src]),
    )
    .toEqual([true, expect.stringContaining(name)])

test('an admin gives the marketplace a logo; all people see it in place of the name, until it is removed', async ({
  admin,
  newSeller,
  visitor,
}) => {
  const [{ page }, seller, visitorPage] = await Promise.all([admin(), newSeller('Seller Under The Sign'), visitor()])
  await openLive(seller.page, '/seller/products')
  await expect(own(seller.page)).toHaveCount(0)

  await page.goto('/admin/settings')
  await expect(page.getByText('No logo yet')).toBeVisible()
  await page.getByLabel('Logo', { exact: true }).setInputFiles(await logo('anchor.png', 300, 300))
  await expect(page.getByText('The logo is saved.')).toBeVisible()
  await drawn(page, 'anchor')
  await checkBothSizes(page, 'the settings with a logo')
  // A square logo stands beside the name and has no accessible name.
  await drawn(seller.page, 'anchor')
  await expect(own(seller.page)).toHaveAttribute('alt', '')
  await expect(side(seller.page).getByText('Backstall', { exact: true })).toBeVisible()

  await page.getByLabel('Logo', { exact: true }).setInputFiles(await logo('harbour.png', 900, 200))
  await drawn(page, 'harbour')
  // A wide logo replaces the name.
  await expect(side(page).getByRole('img', { name: 'Backstall' })).toBeVisible()
  await expect(side(page).getByText('Backstall', { exact: true })).toHaveCount(0)
  await drawn(seller.page, 'harbour')
  for (const address of ['/login', '/register']) {
    await visitorPage.goto(address)
    await expect(visitorPage.getByRole('img', { name: 'Backstall' })).toBeVisible()
    await drawn(visitorPage, 'harbour')
  }
  await darken(seller.page)
  await checkBothSizes(seller.page, 'a dark screen with a logo')

  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(page.getByText('The logo is removed.')).toBeVisible()
  await expect(page.getByText('No logo yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a logo' })).toBeFocused()
  await expect(own(page)).toHaveCount(0)
  await expect(own(seller.page)).toHaveCount(0)
  await expect(side(seller.page).getByText('Backstall', { exact: true })).toBeVisible()
  await visitorPage.goto('/login')
  await expect(visitorPage.getByText('Backstall', { exact: true })).toBeVisible()
  await expect(own(visitorPage)).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('main')).toContainText('The settings were changed: logo.')
})
