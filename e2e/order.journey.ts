import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { fillListing, rowOf } from './listing.ts'
import { photograph } from './pictures.ts'

const names = ['red.jpg', 'green.jpg', 'blue.jpg']
const order = (page: Page) =>
  page
    .getByRole('list', { name: 'Chosen pictures' })
    .locator('img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('alt')))

test('a seller puts pictures in order by dragging, and the first is the cover', async ({ newSeller }) => {
  const { page } = await newSeller('Sorting Seller')
  const pictures = await Promise.all(names.map((name) => photograph(name, name.replace('.jpg', ''), 300, 300)))
  await page.goto('/seller/products/add')
  await fillListing(page, { title: 'Three colours', pictures })
  await page.getByAltText('blue.jpg').dragTo(page.getByAltText('red.jpg'))
  await expect.poll(() => order(page)).toEqual(['blue.jpg', 'red.jpg', 'green.jpg'])
  await page.getByAltText('blue.jpg').dragTo(page.getByAltText('green.jpg'))
  await expect.poll(() => order(page)).toEqual(['red.jpg', 'green.jpg', 'blue.jpg'])
  await page.getByAltText('green.jpg').dragTo(page.getByAltText('red.jpg'))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await rowOf(page, 'Three colours').getByRole('link', { name: 'Edit' }).click()
  await expect.poll(() => order(page)).toEqual(['green.jpg', 'red.jpg', 'blue.jpg'])
})
