import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { fillListing, rowOf } from './listing.ts'
import { photograph } from './pictures.ts'

const names = ['red.jpg', 'green.jpg', 'blue.jpg']
/** Moves the mouse over all points in between. */
const asAHandDoes = { steps: 12 }
const order = (page: Page) =>
  page
    .getByRole('list', { name: 'Chosen images' })
    .locator('img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('alt')))

test('a seller sorts pictures by dragging, and the first is the cover', async ({ newSeller }) => {
  const { page } = await newSeller('Sorting Seller')
  const pictures = await Promise.all(names.map((name) => photograph(name, name.replace('.jpg', ''), 300, 300)))
  await page.goto('/seller/products/add')
  await fillListing(page, { title: 'Three colours', pictures })
  await expect(page.getByRole('button', { name: 'Reorder: blue.jpg' })).toBeVisible()
  await page.getByAltText('blue.jpg').dragTo(page.getByAltText('red.jpg'), asAHandDoes)
  await expect.poll(() => order(page)).toEqual(['blue.jpg', 'red.jpg', 'green.jpg'])
  await page.getByAltText('blue.jpg').dragTo(page.getByAltText('green.jpg'), asAHandDoes)
  await expect.poll(() => order(page)).toEqual(['red.jpg', 'green.jpg', 'blue.jpg'])
  await page.getByAltText('green.jpg').dragTo(page.getByAltText('red.jpg'), asAHandDoes)
  // A click right after a drop counts as part of the drop; people are slower than this test.
  await expect(async () => {
    await page.getByRole('button', { name: 'Save draft' }).click({ timeout: 1_000 })
    await expect(rowOf(page, 'Three colours')).toContainText('Draft', { timeout: 5_000 })
  }).toPass()
  await rowOf(page, 'Three colours').getByRole('link', { name: 'Edit' }).click()
  await expect.poll(() => order(page)).toEqual(['green.jpg', 'red.jpg', 'blue.jpg'])
})

test('a seller sorts pictures without a mouse, and the position of each is announced', async ({ newSeller }) => {
  const { page } = await newSeller('Keyboard Sorter')
  const pictures = await Promise.all(names.map((name) => photograph(name, name.replace('.jpg', ''), 300, 300)))
  await page.goto('/seller/products/add')
  await fillListing(page, { title: 'Three more colours', pictures })
  await page.getByRole('button', { name: 'Reorder: blue.jpg' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('“blue.jpg” is lifted, place 3 of 3.')).toBeAttached()
  // A lifted picture must be measured first; a key pressed before is ignored, and people are slower than that.
  await expect(async () => {
    if ((await page.getByText('“blue.jpg” is lifted, place 3 of 3.').count()) > 0) await page.keyboard.press('ArrowLeft')
    await expect(page.getByText('“blue.jpg” is over place 2 of 3.')).toBeAttached({ timeout: 5_000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect.poll(() => order(page)).toEqual(['red.jpg', 'blue.jpg', 'green.jpg'])
  await page.getByRole('button', { name: 'Make cover: green.jpg' }).press('Enter')
  await expect.poll(() => order(page)).toEqual(['green.jpg', 'red.jpg', 'blue.jpg'])
})
