import { expect, test } from './journey.ts'
import { field, fillListing } from './listing.ts'

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
