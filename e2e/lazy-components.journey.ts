import { workerHas } from './browser-storage.ts'
import { chooseSignOut, expect, offline, test } from './journey.ts'
import { openInQueue } from './listing.ts'
import { photograph } from './pictures.ts'
import { listed } from './shelf.ts'

// The worker has cached the preloaded files.
test.use({ serviceWorkers: 'allow', loadsAhead: true })
test.describe.configure({ timeout: 480_000 })

test('offline, a seller chooses pictures, and a sign-out warns of unsent changes, though neither was opened before', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|fetching the script/)
  const { page, context } = await newSeller('Tunnel Seller')
  await page.goto('/seller/products/add')
  for (const part of ['AddProductPage', 'SignOutPage', 'SortablePictures', 'ConfirmSignOut']) await workerHas(page, part)
  await page.getByRole('textbox', { name: 'Title' }).fill('Slate tray')
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible()
  await page.locator('input[type=file]').setInputFiles([await photograph('a.jpg', '#224466'), await photograph('b.jpg', '#664422')])
  await expect(page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Slate tray')
  await chooseSignOut(page)
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(['Changes in 1 product form'])
})

test('if the files for dragging cannot be loaded, pictures are in the form with their buttons, and no input is lost', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_FAILED/)
  const { page, context } = await newSeller('Narrow Line Seller')
  await context.route('**/assets/SortablePictures-*', (route) => route.abort())
  await page.goto('/seller/products/add')
  await page.getByRole('textbox', { name: 'Title' }).fill('Slate bowl')
  await page.locator('input[type=file]').setInputFiles([await photograph('a.jpg', '#224466'), await photograph('b.jpg', '#664422')])
  await expect(page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Slate bowl')
})

test('offline, an admin uses the palette and enlarges a picture, though neither was opened before', async ({
  admin,
  pageErrors,
  absent,
}) => {
  pageErrors.allow(/net::ERR|fetching the script/)
  const seller = await absent('Cellar Seller')
  await listed(seller, 'A cellar lamp')
  const { page, context } = await admin('Cellar Desk')
  await page.goto('/admin/product-approval?search=A+cellar+lamp')
  await openInQueue(page, 'A cellar lamp')
  for (const part of ['Palette', 'PictureViewer']) await workerHas(page, part)
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible()
  await page.getByRole('button', { name: 'Enlarge image 1 of 1' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'A cellar lamp' })).toBeVisible()
})
