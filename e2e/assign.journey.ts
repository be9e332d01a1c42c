import { expect, test } from './journey.ts'
import { rowOf } from './listing.ts'
import { listed } from './shelf.ts'

test('what an import brought without an owner is assigned to a seller, who has it on his screen at once; then it can be decided', async ({
  admin,
  newSeller,
  backstall,
}) => {
  const [seller, desk] = [await newSeller('Olive Owner'), await admin('Finder Keeper')]
  const { id } = await listed(seller, 'Orphaned lantern')
  await backstall.inDatabase((sql) => sql`update products set seller_id = null where id = ${id}`)
  await seller.page.goto('/seller/products')
  await expect(seller.page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  await expect(seller.page.getByText('Orphaned lantern')).toBeHidden()

  const { page } = desk
  await page.goto(`/admin/products/${id}`)
  await expect(page.getByText('Seller ID not found for this product').first()).toBeVisible()
  await page.getByRole('button', { name: 'Assign a seller' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign a seller' })
  await dialog.getByRole('searchbox', { name: 'Search sellers' }).fill('Olive')
  await dialog.getByRole('radio', { name: /Olive Owner/ }).check()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('“Orphaned lantern” belongs to Olive Owner now.')).toBeVisible()
  await expect(page.getByText('Seller ID not found for this product')).toBeHidden()

  await expect(rowOf(seller.page, 'Orphaned lantern')).toContainText('Pending')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(rowOf(seller.page, 'Orphaned lantern')).toContainText('Approved')
})
