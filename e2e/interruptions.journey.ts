import { expect, test } from './journey.ts'
import { fillListing, rowOf, submitListing } from './listing.ts'
import { photograph } from './pictures.ts'
import { ask, listedInView } from './shelf.ts'
import { found } from './uploading.ts'

const plain = { description: 'Useful.', price: '3', stock: '9', category: 'Garden' }

test('a double click on "Submit for approval" lists one product', async ({ newSeller }) => {
  const seller = await newSeller('Double Seller')
  const { page } = seller
  const title = 'Rake with two teeth'
  await page.goto('/seller/products/add')
  await fillListing(page, { ...plain, title, pictures: [await photograph('rake.jpg', '#557733')] })
  await page.getByRole('button', { name: 'Submit for approval' }).dblclick()
  await expect(page).toHaveURL(/\/seller\/products(\?|$)/, { timeout: 30_000 })
  await expect(rowOf(page, title)).toContainText('Pending')
  expect(await found(seller, title)).toHaveLength(1)
})

test('a reload during an upload keeps the pictures that arrived, and the listing continues with them', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_(ABORTED|FAILED)/)
  const { page } = await newSeller('Reloading Seller')
  const title = 'Wheelbarrow seen from three sides'
  const names = ['front.jpg', 'back.jpg', 'side.jpg']
  const pictures = await Promise.all(names.map((name) => photograph(name, '#885522', 400, 400)))
  // The last one never arrives.
  await page.route(/images\?name=side/, () => {})
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/seller/products/add')
  await fillListing(page, { ...plain, title, pictures })
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Uploading images: 2 of 3')).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/seller/products')
  await rowOf(page, title).getByRole('link', { name: 'Edit' }).click()
  for (const name of ['front.jpg', 'back.jpg']) await expect(page.getByRole('button', { name: `Remove: ${name}` })).toBeVisible()
  await fillListing(page, { pictures: pictures.slice(2) })
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(rowOf(page, title)).toContainText('Pending', { timeout: 30_000 })
  await rowOf(page, title).getByRole('link', { name: 'Edit' }).click()
  for (const name of names) await expect(page.getByRole('button', { name: `Remove: ${name}` })).toHaveCount(1)
})

test('deleting asks first; then the product and its pictures are gone', async ({ newSeller, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  const seller = await newSeller('Deleting Seller')
  const { page } = seller
  const title = 'A broken pot'
  await listedInView(seller, title)
  const address = (await rowOf(page, title).locator('img').first().getAttribute('src')) ?? ''
  expect((await page.request.get(address)).status()).toBe(200)
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete product' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, title)).toHaveCount(1)
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete product' }).click()
  await expect(rowOf(page, title)).toHaveCount(0)
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(404)
})

test('titles with emoji and right-to-left text stay as they were typed', async ({ newSeller, admin }) => {
  const seller = await newSeller('שרה 🧵')
  const { page } = seller
  const { page: adminPage } = await admin('Gina Sixth')
  const { user } = await ask<{ user: { id: string } }>(seller, 'users/me')
  await adminPage.goto(`/admin/product-approval?seller=${user.id}`)
  for (const title of ['👩‍👩‍👧‍👦 quilt 🧵 <b>bold</b> & "quoted"', 'שטיח יפה מצמר']) {
    await submitListing(page, { ...plain, title, pictures: [await photograph('quilt.jpg', '#aa66aa', 300, 300)] })
    await expect(adminPage.getByRole('main').getByText(title).first()).toBeVisible()
  }
  await expect(adminPage.getByText('שרה 🧵').first()).toBeVisible()
})
