import type { Locator, Page } from '@playwright/test'
import { type Caller, expect, test } from './journey.ts'
import { field, fillListing, rowOf } from './listing.ts'
import { photograph } from './pictures.ts'
import { ask, type Listed, onSale } from './shelf.ts'

type Live = Listed & { price: number; images: { path: string }[]; editRequestId: string | null }

const live = (person: Caller, id: string) => ask<Live>(person, 'products/get', { id })
const opened = (page: Page): Locator => page.getByRole('region', { name: 'Opened edit request' })
const approve = (page: Page): Locator => opened(page).getByRole('button', { name: 'Approve', exact: true })
const queue = (title: string) => `/admin/edit-requests?search=${encodeURIComponent(title)}`

async function openRequest(page: Page, title: string): Promise<void> {
  await page.goto(queue(title))
  await page.getByRole('list', { name: 'Edit requests' }).getByText(title).first().click()
  await expect(opened(page).getByRole('heading', { level: 2 })).toHaveText(title)
}

/** Changes a product in its form and returns to the list. */
async function change(page: Page, id: string, listing: Parameters<typeof fillListing>[1]): Promise<void> {
  await page.goto(`/seller/products/edit/${id}`)
  await fillListing(page, listing)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/seller\/products(\?|$)/, { timeout: 30_000 })
}

const propose = (seller: Caller, { id, version }: Pick<Listed, 'id' | 'version'>, proposed: object) =>
  ask(seller, 'products/edit', { id, version, change: proposed })

test('title, photograph and price change together: the price applies at once, the title once accepted, the photograph never, and the seller sees it live', async ({
  admin,
  newSeller,
}) => {
  const adminUser = await admin('Mixed Verdict')
  const seller = await newSeller('Walnut Seller')
  const before = await onSale(seller, adminUser, 'Walnut bowl')
  const { images } = await live(seller, before.id)
  await adminUser.page.goto(queue('Walnut bowl'))
  await expect(adminUser.page.getByText('Nothing matches')).toBeVisible()

  const { page } = seller
  await page.goto(`/seller/products/edit/${before.id}`)
  await fillListing(page, { title: 'Walnut bowl, oiled', price: '12.00', pictures: [await photograph('blurred.jpg', '#aa3355', 640, 480)] })
  await expect(page.getByText('Applies at once: price.')).toBeVisible()
  await expect(page.getByText('Goes to review: title and images.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('“Walnut bowl” was saved. Now on sale: price. Awaiting review: title and images.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(rowOf(page, 'Walnut bowl')).toContainText('12.00')
  await expect(rowOf(page, 'Walnut bowl')).toContainText('Change in review')
  expect(await live(adminUser, before.id)).toMatchObject({ title: 'Walnut bowl', price: 1_200, images, status: 'approved' })

  await page.goto(`/seller/products/${before.id}`)
  await expect(page.getByRole('heading', { name: 'Change in review' })).toBeVisible()
  await expect(page.locator('ins').filter({ hasText: 'oiled' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))

  await adminUser.page.getByRole('list', { name: 'Edit requests' }).getByText('Walnut bowl').click()
  await expect(opened(adminUser.page).locator('ins').filter({ hasText: 'oiled' })).toBeVisible()
  await expect(opened(adminUser.page).getByText('2. Added')).toBeVisible()
  await opened(adminUser.page).getByRole('radio', { name: 'Refuse images' }).check()
  const why = opened(adminUser.page).getByRole('group', { name: 'Reason for refusing images' })
  await why.getByRole('combobox', { name: /^Reason/ }).selectOption('image_quality')
  await field(why, 'Explanation').fill('The new photograph is blurred.')
  // However long the request is, only its pane scrolls.
  await adminUser.page.setViewportSize({ width: 1280, height: 600 })
  expect(await adminUser.page.evaluate(() => document.documentElement.scrollHeight)).toBe(600)
  // At the narrowest two-column width the button is fully visible.
  await adminUser.page.setViewportSize({ width: 900, height: 800 })
  await expect(approve(adminUser.page)).toBeInViewport({ ratio: 1 })
  await approve(adminUser.page).click()
  await expect(adminUser.page.getByText('Part of the change to “Walnut bowl” was approved.')).toBeVisible()

  await expect(page.getByRole('heading', { level: 1, name: 'Walnut bowl, oiled' })).toBeVisible()
  await expect(page.getByText('The new photograph is blurred.').first()).toBeVisible()
  await expect(page.getByText('Partly approved')).toBeVisible()
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  expect(await live(seller, before.id)).toMatchObject({ title: 'Walnut bowl, oiled', images, editRequestId: null })
  await page.getByRole('button', { name: /^Notifications, 2 unread/ }).click()
  await page
    .getByRole('link', { name: /^Part of your change/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/seller/products/edit/${before.id}`))
  await expect(page.getByText('Not accepted: images. Image quality. The new photograph is blurred.')).toBeVisible()
  await expect(page.getByText(/^The new images of this change were removed/)).toBeVisible()
})

test('a proposed picture never replaces a live one unless an admin viewed it', async ({ admin, newSeller, pageErrors }) => {
  pageErrors.allow(/status of 409|net::ERR_FAILED/)
  const adminUser = await admin('Blind Spot')
  const seller = await newSeller('Vase Seller')
  const vase = await onSale(seller, adminUser, 'Tall vase')
  const { images } = await live(seller, vase.id)
  await change(seller.page, vase.id, { pictures: [await photograph('nice.jpg', '#33aa55', 320, 240)] })
  await adminUser.context.route('**/api/live**', (route) => route.abort())
  await openRequest(adminUser.page, 'Tall vase')
  await expect(opened(adminUser.page).getByText('2. Added')).toBeVisible()
  // Another picture is proposed while this screen gets no hints.
  await change(seller.page, vase.id, { pictures: [await photograph('other.jpg', '#aa33aa', 320, 240)] })
  await approve(adminUser.page).click()
  await expect(adminUser.page.getByRole('alert')).toContainText('This changed since you opened it.')
  expect(await live(seller, vase.id)).toMatchObject({ images })
  await adminUser.page.getByRole('alert').getByRole('button', { name: 'Open it again' }).click()
  await expect(opened(adminUser.page).getByText('3. Added')).toBeVisible()
  expect(await live(seller, vase.id)).toMatchObject({ images })
  await approve(adminUser.page).click()
  await expect.poll(async () => (await live(seller, vase.id)).images.length).toBe(3)
})

test('requests are decided by keyboard alone and many at once, and an undone decision never happens', async ({ admin, absent }) => {
  const adminUser = await admin('Keys Only')
  const seller = await absent('Hook Seller')
  const hooks: string[] = []
  for (const number of [1, 2, 3, 4]) {
    const hook = await onSale(seller, adminUser, `Brass hook ${number}`)
    await propose(seller, hook, { title: `Brass hook ${number}, long` })
    hooks.push(hook.id)
  }
  const titles = () => Promise.all(hooks.map(async (id) => (await live(adminUser, id)).title))
  const { page } = adminUser
  await page.goto(queue('Brass hook'))
  await expect(page.getByRole('list', { name: 'Edit requests' }).getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('j')
  await expect(opened(page).getByRole('heading', { level: 2 })).toHaveText('Brass hook 1')
  // The title and the difference may be drawn before the browser says that the field is in view; only then it may be approved.
  await expect(opened(page).locator('section[data-field] > :last-child')).toBeInViewport()
  await page.keyboard.press('a')
  await expect(opened(page).getByRole('heading', { level: 2 })).toHaveText('Brass hook 2')
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Reject edit request' })).toBeVisible()
  await page.keyboard.press('6')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(opened(page).getByRole('heading', { level: 2 })).toHaveText('Brass hook 3')
  await expect.poll(titles).toEqual(['Brass hook 1, long', 'Brass hook 2', 'Brass hook 3', 'Brass hook 4'])

  await page.getByRole('checkbox', { name: 'Select all 2 shown' }).check()
  await expect(page.getByText('Not read yet', { exact: true })).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(opened(page).getByRole('heading', { level: 2 })).toHaveText('Brass hook 4')
  await expect(page.getByText('Not read yet', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(page.getByText('2 edit requests are about to be approved')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('Undone. Nothing was decided.')).toBeVisible()
  // What was selected is selected again.
  await expect(page.getByRole('checkbox', { name: 'Select “Brass hook 4”' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Select “Brass hook 3”' }).uncheck()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(page.getByText('1 approved.')).toBeVisible({ timeout: 20_000 })
  expect(await titles()).toEqual(['Brass hook 1, long', 'Brass hook 2', 'Brass hook 3', 'Brass hook 4, long'])
})
