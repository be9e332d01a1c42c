import type { Locator, Page } from '@playwright/test'
import { expect, live, test } from './journey.ts'
import { openInQueue, queueOf } from './listing.ts'

/** Approves one product by keyboard and opens the dialog that rejects the next one while the toast is still shown. */
async function decideTwice(page: Page, title: string): Promise<void> {
  await page.goto(queueOf(title))
  // Until the list is read again, it may come from the offline cache and hold a product that was approved a moment ago.
  await expect(live(page)).toBeVisible()
  await openInQueue(page, title)
  await page.keyboard.press('a')
  await expect(page.getByText(/was approved\./)).toBeVisible()
  // On a busy machine the next product may still be loading; a key for it would do nothing.
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeEnabled()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Reject product' })).toBeVisible()
}

test('a toast can be heard, clicked and left by keyboard while a dialog is open', async ({ admin, shelf, absent }) => {
  const seller = await absent('Toasted Seller')
  await shelf(seller, 'Bread bin', 4)
  const { page, context } = await admin()
  const dialog = page.getByRole('dialog', { name: 'Reject product' })
  const toast = page.getByText(/was approved\./)
  const dismiss = page.getByRole('button', { name: 'Dismiss' })

  await decideTwice(page, 'Bread bin')
  // The region in the dialog is filled a moment after the dialog opens, so that screen readers notice it.
  await expect(dialog.locator('[aria-live=polite]').filter({ has: toast })).toBeVisible()
  // Inert elements are hidden from assistive technology, which the markup alone does not show.
  const devtools = await context.newCDPSession(page)
  const readOut = async () => (await devtools.send('Accessibility.getFullAXTree')).nodes.filter(({ ignored }) => !ignored)
  await expect
    .poll(async () => (await readOut()).map(({ name }) => String(name?.value)))
    .toContainEqual(expect.stringMatching(/ was approved\.$/))

  await dialog.getByRole('button', { name: 'Reject product' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dismiss).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toast).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Reject product' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await decideTwice(page, 'Bread bin')
  await dismiss.click()
  await expect(toast).toBeHidden()
  await expect(dialog).toBeVisible()
})

test('a toast stays while it is read, and outlasts the dialog in which it appeared', async ({ admin, shelf, absent }) => {
  const seller = await absent('Patient Seller')
  await shelf(seller, 'Egg timer', 3)
  const { page } = await admin()
  const dialog = page.getByRole('dialog', { name: 'Reject product' })
  const toast = page.getByText(/was approved\./)
  await page.clock.install()
  await decideTwice(page, 'Egg timer')
  await toast.hover()
  await page.clock.fastForward(60_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(1, 1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(toast).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(toast).toBeHidden()
})

test('a toast covers neither the list and the opened item of a queue nor, on a phone, its bar, the head of a dialog and the field of the palette', async ({
  admin,
  shelf,
  absent,
}) => {
  const seller = await absent('Narrow Seller')
  await shelf(seller, 'Tea caddy', 4)
  const { page } = await admin()
  await page.setViewportSize({ width: 900, height: 640 })
  await page.goto(queueOf('Tea caddy'))
  await openInQueue(page, 'Tea caddy')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const region = page.getByRole('status').filter({ hasText: /was approved\./ })
  await expect(region).toBeVisible()
  const endOf = async (element: Locator) => element.boundingBox().then((box) => (box ? box.y + box.height : Number.NaN))
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
  const opened = page.getByRole('heading', { name: 'Tea caddy', level: 2 })
  expect(await endOf(region)).toBeLessThan(await topOf(opened))
  expect(await endOf(region)).toBeLessThan(await topOf(page.getByRole('list', { name: 'Products' })))
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(queueOf('Tea caddy'))
  // Until the list is read, its cached rows include the one that was approved.
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('listitem')).toHaveCount(3)
  await openInQueue(page, 'Tea caddy')
  await page.keyboard.press('a')
  await expect(region).toBeVisible()
  expect(await endOf(region)).toBeLessThan(await topOf(page.getByRole('button', { name: 'Back to the queue' })))
  // The bar stays, below the toast.
  await page.evaluate(() => window.scrollBy(0, 300))
  await expect(opened).not.toBeInViewport()
  expect(await endOf(region)).toBeLessThan(await topOf(page.getByRole('button', { name: 'Back to the queue' })))
  await page.keyboard.press('r')
  const rejection = page.getByRole('dialog', { name: 'Reject product' })
  await expect(rejection.getByText(/was approved\./)).toBeVisible()
  await rejection.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)))
  expect(await endOf(region)).toBeLessThan(await topOf(rejection.getByRole('heading', { name: 'Reject product' })))
  const footAt = await topOf(rejection.getByRole('button', { name: 'Reject product' }))
  await rejection.getByRole('button', { name: 'Dismiss' }).click()
  await expect(region).toBeHidden()
  // Nothing moves as the toast goes.
  expect(await topOf(rejection.getByRole('button', { name: 'Reject product' }))).toBe(footAt)
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(region).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search', exact: true })
  const approved = palette.getByText(/was approved\./)
  await expect(approved).toBeInViewport({ ratio: 1 })
  const field = await palette.getByRole('combobox').boundingBox()
  const toast = await approved.boundingBox()
  expect(toast?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0))
})
