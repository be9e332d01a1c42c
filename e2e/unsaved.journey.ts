import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { keptIn } from './kept.ts'
import { field, fillListing, rowOf } from './listing.ts'

test('what was typed and never saved survives a closed tab, and nothing of it is listed', async ({ newSeller }) => {
  const { page, context } = await newSeller('Closing Seller')
  await page.goto('/seller/products/add')
  await fillListing(page, { title: 'A half-told story', description: 'It was a dark night', price: '12', category: 'Books' })
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await again.goto('/seller/products')
  await expect(again.getByText('List your first product')).toBeVisible()
  await again.getByRole('link', { name: 'Add product' }).first().click()
  await again.getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(field(again, 'Title')).toHaveValue('A half-told story')
  await expect(field(again, 'Description')).toHaveValue('It was a dark night')
  await expect(field(again, 'Price')).toHaveValue('12.00')
  await expect(again.getByRole('combobox', { name: /^Category\b/ })).toHaveValue('Books')
})

test('whose session is over when a new product is saved signs in again and goes on with what was typed', async ({
  newSeller,
  complaints,
}) => {
  complaints.allow(/status of 401/)
  const { page, context, email, password } = await newSeller('Slow Writer')
  await page.goto('/seller/products/add')
  await field(page, 'Title').fill('A long description')
  await expect.poll(() => keptIn(page)).toContain('A long description')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(field(page, 'Title')).toHaveValue('A long description')
})

test('two tabs write two products, and neither takes away nor offers what the other is typing', async ({ newSeller }) => {
  const { page: one, context } = await newSeller('Two-handed Seller')
  const offer = (page: Page) => page.getByRole('button', { name: 'Continue where you left off' })
  const kept = () =>
    one.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('backstall-unsaved'))
        .toString(),
    )
  const open = async (page: Page) => {
    await page.goto('/seller/products/add')
    await expect(field(page, 'Title')).toBeEditable()
  }
  await open(one)
  await fillListing(one, { title: 'A left glove' })
  await expect.poll(kept).toContain('A left glove')
  const two = await context.newPage()
  await open(two)
  await fillListing(two, { title: 'A right glove' })
  await expect.poll(kept).toContain('A right glove')
  expect(await kept()).toContain('A left glove')
  await expect(offer(two)).toBeHidden()

  await one.getByRole('button', { name: 'Save draft' }).click()
  await expect(rowOf(one, 'A left glove')).toBeVisible()
  expect(await kept()).not.toContain('A left glove')
  expect(await kept()).toContain('A right glove')
  await one.getByRole('link', { name: 'Add product' }).first().click()
  await fillListing(one, { title: 'A mitten' })
  await expect.poll(kept).toContain('A mitten')
  await expect(offer(one)).toBeHidden()

  // This is kept later than what stands in the first tab; a reload there finds its own all the same.
  await field(two, 'Title').fill('A right glove of wool')
  await expect.poll(kept).toContain('of wool')
  await two.close({ runBeforeUnload: false })
  one.on('dialog', (dialog) => dialog.accept())
  await one.reload()
  await offer(one).click()
  await expect(field(one, 'Title')).toHaveValue('A mitten')
  const three = await context.newPage()
  await open(three)
  await offer(three).click()
  await expect(field(three, 'Title')).toHaveValue('A right glove of wool')
})
