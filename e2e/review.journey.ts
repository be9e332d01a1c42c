import { randomUUID } from 'node:crypto'
import { expect, live, openLive, test } from './journey.ts'
import { fillListing, openInQueue, queueOf, rejectOpened, rowOf } from './listing.ts'
import { photograph } from './pictures.ts'
import { listed } from './shelf.ts'

const bell = (unread: string) => new RegExp(`^Notifications, ${unread}`)

test('a seller lists, an admin rejects, the seller corrects, the admin approves, and both see it live', async ({ visitor, admin }) => {
  const { page: adminPage } = await admin()
  const title = 'Blue teapot with two cups'
  await adminPage.goto(queueOf(title))
  await expect(adminPage.getByRole('heading', { level: 1, name: 'Product approval' })).toBeVisible()
  await expect(live(adminPage)).toBeVisible()

  const seller = await visitor()
  await seller.goto('/register')
  await seller.getByLabel(/^Name\b/).fill('Ada Potter')
  await seller.getByLabel(/^Email\b/).fill(`ada-${randomUUID()}@example.com`)
  await seller.getByLabel(/^Password\b/).fill('clay and a wheel')
  await seller.getByRole('button', { name: 'Create account' }).click()
  await expect(seller).toHaveURL(/\/seller\/products$/)
  // A mark that only a reload would remove: this journey needs none.
  for (const page of [adminPage, seller]) await page.evaluate(() => Object.assign(window, { neverReloaded: true }))

  await seller.getByRole('link', { name: 'Add product' }).click()
  const pictures = [await photograph('front.jpg', '#3355cc'), await photograph('Täßchen & Kanne.jpg', '#33cc55')]
  await fillListing(seller, { title, description: 'Thrown by hand.', price: '49.90', stock: '3', category: 'Home', sku: 'POT-1', pictures })
  await seller.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(seller).toHaveURL(/\/seller\/products$/, { timeout: 30_000 })
  await expect(rowOf(seller, title)).toContainText('Pending')
  await expect(rowOf(seller, title)).toContainText('49.90')

  await expect(adminPage.getByRole('main').getByText(title).first()).toBeVisible()
  await expect(adminPage.getByRole('button', { name: bell('[1-9]\\d* unread') })).toBeVisible()
  await openInQueue(adminPage, title)
  const reason = 'The second picture is blurred, please take it again.'
  await rejectOpened(adminPage, reason)
  await expect(adminPage.getByRole('main').getByText(title)).toHaveCount(0)

  await expect(rowOf(seller, title)).toContainText('Rejected')
  await expect(rowOf(seller, title)).toContainText(reason)
  await expect(seller.getByRole('button', { name: bell('1 unread') })).toBeVisible()
  await rowOf(seller, title)
    .getByRole('link', { name: 'Edit' })
    .or(rowOf(seller, title).getByRole('button', { name: 'Edit' }))
    .click()
  await expect(seller.getByText(reason, { exact: true })).toBeVisible()
  await fillListing(seller, { description: 'Thrown by hand, fired twice.', pictures: [await photograph('again.jpg', '#aa3355')] })
  await seller.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(seller).toHaveURL(/\/seller\/products$/, { timeout: 30_000 })
  await expect(rowOf(seller, title)).toContainText('Pending')

  await openInQueue(adminPage, title)
  await expect(adminPage.getByText(reason).first()).toBeVisible()
  await adminPage.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(rowOf(seller, title)).toContainText('Approved')
  await expect(rowOf(seller, title)).not.toContainText(reason)
  await expect(seller.getByRole('button', { name: bell('2 unread') })).toBeVisible()

  for (const page of [adminPage, seller]) expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  expect(await seller.locator('img').evaluateAll((all) => all.every((img) => (img as HTMLImageElement).naturalWidth > 0))).toBe(true)
})

test('the bell is empty in every window once all notifications are marked as read', async ({ admin, absent }) => {
  const { page: adminPage, context } = await admin('Reading Admin')
  await adminPage.goto('/admin/dashboard')
  const second = await context.newPage()
  await openLive(second, '/admin/user-management')
  await listed(await absent('Noisy Seller'), 'Loud bell')
  await expect(second.getByRole('button', { name: bell('1 unread') })).toBeVisible()
  await adminPage.getByRole('button', { name: bell('1 unread') }).click()
  await adminPage.getByRole('button', { name: /mark all as read/i }).click()
  for (const page of [adminPage, second]) await expect(page.getByRole('button', { name: bell('none unread') })).toBeVisible()
})
