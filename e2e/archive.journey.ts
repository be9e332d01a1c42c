import type { Request } from '@playwright/test'
import { expect, live, openLive, test } from './journey.ts'
import { field, queueOf, rowOf } from './listing.ts'
import { listed, onSale } from './shelf.ts'

test('a product that was archived, got a price 90 % lower and was restored returns to review', async ({ admin, newSeller }) => {
  const adminUser = await admin('Watchful Eye')
  const seller = await newSeller('Seller of Benches')
  const { page } = seller
  await onSale(seller, adminUser, 'Garden table')
  await openLive(adminUser.page, queueOf('Garden table'))
  await page.goto('/seller/products')
  const row = rowOf(page, 'Garden table')
  await row.getByRole('button', { name: 'Archive' }).click()
  await expect(row).toContainText('Archived')
  await row.getByRole('link', { name: 'Edit' }).click()
  await field(page, 'Price').fill('1')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/seller\/products(\?|$)/)
  await row.getByRole('button', { name: 'Restore' }).click()
  await expect(row).toContainText('Pending')
  await expect(page.getByText(/goes back to review because it was changed/)).toBeVisible()
  await expect(adminUser.page.getByRole('list', { name: 'Products' }).getByRole('link', { name: 'Garden table' }).first()).toBeVisible()
})

test('an admin deletes a product from its details, and no screen asks for it again', async ({ admin, absent }) => {
  const seller = await absent('Parting Hand')
  const { id } = await listed(seller, 'Garden gnome')
  await listed(seller, 'Garden hose')
  const { page } = await admin('Tidy Eye')
  const asked: string[] = []
  // Other products may be asked for: other journeys change them.
  const noteRead = (request: Request) => {
    if (request.url().includes('/rpc/products/get') && request.postData()?.includes(id)) asked.push(request.url())
  }
  await page.goto(`/admin/products/${id}`)
  // Later, a hint about the new product would make the page ask once more.
  await expect(live(page)).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  page.on('request', noteRead)
  await page.getByRole('dialog', { name: 'Delete product' }).getByRole('button', { name: 'Delete product' }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await expect(page.getByText('“Garden gnome” was deleted.')).toBeVisible()
  await expect(rowOf(page, 'Garden hose')).toBeVisible()
  await expect(rowOf(page, 'Garden gnome')).toHaveCount(0)
  expect(asked).toEqual([])
})
