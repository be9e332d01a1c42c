import { tabTo } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { rowOf } from './listing.ts'
import { photograph } from './pictures.ts'

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
