import { expect, test } from './journey.ts'
import { workerHas } from './kept.ts'
import { openInQueue } from './listing.ts'
import { photograph } from './pictures.ts'
import { listed } from './shelf.ts'

// The worker has what was loaded ahead.
test.use({ serviceWorkers: 'allow', loadsAhead: true })
test.describe.configure({ timeout: 480_000 })

test('without a network pictures are chosen and a sign-out warns of what is unsent, though neither was opened before', async ({
  newSeller,
  complaints,
}) => {
  complaints.allow(/net::ERR|fetching the script/)
  const { page, context } = await newSeller('Tunnel Seller')
  await page.goto('/seller/products/add')
  for (const part of ['AddProductPage', 'SignOutPage', 'SortablePictures', 'ConfirmSignOut']) await workerHas(page, part)
  await page.getByRole('textbox', { name: 'Title' }).fill('Slate tray')
  await context.setOffline(true)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles([await photograph('a.jpg', '#224466'), await photograph('b.jpg', '#664422')])
  await expect(page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Slate tray')
  await page.getByRole('link', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(['Changes in 1 product form'])
})

test('where the part for dragging cannot be had, pictures stand in the form with their buttons and nothing typed is lost', async ({
  newSeller,
  complaints,
}) => {
  complaints.allow(/net::ERR_FAILED/)
  const { page, context } = await newSeller('Narrow Line Seller')
  await context.route('**/assets/SortablePictures-*', (route) => route.abort())
  await page.goto('/seller/products/add')
  await page.getByRole('textbox', { name: 'Title' }).fill('Slate bowl')
  await page.locator('input[type=file]').setInputFiles([await photograph('a.jpg', '#224466'), await photograph('b.jpg', '#664422')])
  await expect(page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Slate bowl')
})

test('without a network an administrator finds his way by the palette and enlarges a picture, though he had done neither before', async ({
  admin,
  newSeller,
  complaints,
}) => {
  complaints.allow(/net::ERR|fetching the script/)
  const seller = await newSeller('Cellar Seller')
  await listed(seller, 'A cellar lamp')
  const { page, context } = await admin('Cellar Desk')
  await page.goto('/admin/product-approval?search=A+cellar+lamp')
  await openInQueue(page, 'A cellar lamp')
  for (const part of ['Palette', 'PictureViewer']) await workerHas(page, part)
  await context.setOffline(true)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Enlarge picture 1 of 1' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'A cellar lamp' })).toBeVisible()
})
