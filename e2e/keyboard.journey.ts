import type { Page } from '@playwright/test'
import { tabTo } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { rowOf } from './listing.ts'
import { photograph } from './pictures.ts'
import { onSale } from './shelf.ts'

/** Opens the palette by its shortcut and types. */
async function searchFor(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(text)
}

test('a seller lists a product without touching the mouse', async ({ newSeller }) => {
  const { page } = await newSeller('Keyboard Seller')
  await page.goto('/seller/products')
  await tabTo(page, page.getByRole('link', { name: 'Add product' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/add$/)
  const words: [RegExp, string][] = [
    [/^Title\b/, 'A typewriter'],
    [/^Description\b/, 'All keys work.'],
    [/^Price\b/, '120'],
    [/^Stock\b/, '1'],
  ]
  for (const [label, text] of words) {
    await page.keyboard.press('Home')
    await tabTo(page, page.getByRole('textbox', { name: label }))
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByRole('combobox', { name: /^Category\b/ }))
  await page.keyboard.type('Electronics')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/add$/)
  await page
    .getByLabel(/^Images\b/)
    .setInputFiles([await photograph('left.jpg', '#222222', 300, 300), await photograph('right.jpg', '#eeeeee', 300, 300)])
  await tabTo(page, page.getByRole('button', { name: 'Submit for approval' }))
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'A typewriter')).toContainText('Pending', { timeout: 30_000 })
})

test('an admin finds a product on sale by half its title and opens it; a rival seller finds nothing', async ({
  admin,
  newSeller,
  absent,
}) => {
  const adminUser = await admin()
  const { page } = adminUser
  const { id } = await onSale(await absent('Clock Maker'), adminUser, 'Walnut clock')
  await page.goto('/admin/dashboard')
  await searchFor(page, 'alnut clo')
  const hit = page.getByRole('option', { name: 'Walnut clo' })
  await expect(hit).toContainText('Product · Clock Maker')
  await expect(hit).toContainText('Approved')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/products/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Walnut clo' })).toBeVisible()

  const rival = await newSeller('Rival Clock Maker')
  await rival.page.goto('/seller/products')
  await searchFor(rival.page, 'alnut clo')
  await expect(rival.page.getByText('No product or order found for “alnut clo”.')).toBeVisible()
})

test('the first stop of the Tab key leads past the navigation', async ({ newSeller }) => {
  const { page } = await newSeller('Skipping Seller')
  await page.goto('/seller/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.locator(':focus')
  await expect(skip).toHaveText(/skip/i)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').evaluate((element) => element.closest('main') !== null)).toBe(true)
})
