import type { Request } from '@playwright/test'
import { expect, live, openLive, type Person, test } from './journey.ts'
import { field, queueOf, rowOf } from './listing.ts'
import { listed, onSale } from './shelf.ts'

/** Archives a product on sale, changes one field and restores it, all on the seller's screens. */
async function changeWhileArchived({ page }: Person, title: string, label: string, value: string): Promise<void> {
  await page.goto('/seller/products')
  await rowOf(page, title).getByRole('button', { name: 'Archive' }).click()
  await expect(rowOf(page, title)).toContainText('Archived')
  await rowOf(page, title).getByRole('link', { name: 'Edit' }).click()
  await field(page, label).fill(value)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/seller\/products(\?|$)/)
  await page.getByRole('row').filter({ hasText: 'Archived' }).getByRole('button', { name: 'Restore' }).click()
}

test('a product that was archived, edited and restored returns to review, and so does one whose price dropped by 90 %', async ({
  admin,
  newSeller,
}) => {
  const [adminUser, seller] = [await admin('Watchful Eye'), await newSeller('Seller of Benches')]
  for (const [title, label, value] of [
    ['Garden bench', 'Title', 'Garden bench of gold'],
    ['Garden table', 'Price', '1'],
  ] as const) {
    await onSale(seller, adminUser, title)
    await openLive(adminUser.page, queueOf(title))
    await changeWhileArchived(seller, title, label, value)
    await expect(rowOf(seller.page, title)).toContainText('Pending')
    await expect(seller.page.getByText(/goes back to review because it was changed/)).toBeVisible()
    await expect(adminUser.page.getByRole('list', { name: 'Products' }).getByRole('link', { name: title }).first()).toBeVisible()
  }
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
