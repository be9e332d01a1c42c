import { expect, test } from './journey.ts'
import { fillListing, rowOf } from './listing.ts'
import { bomb, drawing, impostors, photograph } from './pictures.ts'

const plain = { description: 'Framed.', price: '15', stock: '1', category: 'Art' }

test('false pictures are refused with their reason, an SVG as soon as it is chosen, and the listing continues without them', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/status of 4(13|22)/)
  const { page } = await newSeller('Forging Seller')
  const title = 'A painting beside false ones'
  await page.goto('/seller/products/add')
  await fillListing(page, { pictures: [drawing] })
  await expect(page.getByText(/“drawing.svg” was not added: it is not a JPEG, PNG, WebP, AVIF or GIF image/)).toBeVisible()
  await expect(page.getByAltText('drawing.svg')).toHaveCount(0)
  await fillListing(page, { ...plain, title, pictures: [...impostors, await photograph('real.jpg', '#cc9933', 400, 400)] })
  await expect(page.getByText('Not uploaded', { exact: true })).toHaveCount(impostors.length)
  await expect(page.getByRole('listitem').filter({ hasText: 'real.jpg' })).toContainText('Cover')
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByLabel(/^Images\b/)).toBeFocused()
  await expect(page.getByText('Remove the images marked “Not uploaded” before you save. You can choose others instead.')).toBeVisible()
  expect(calls.filter((url) => url.includes('products/create'))).toEqual([])
  for (const { name } of impostors)
    await expect(page.getByText(new RegExp(`“${name}”.*not a JPEG, PNG, WebP, AVIF or GIF image`)).first()).toBeVisible()
  // What the browser cannot show has an icon in place of its own mark for that.
  for (const { name } of impostors) await expect(page.getByRole('img', { name }).locator('svg')).toBeVisible()
  for (const { name } of impostors) await page.getByRole('button', { name: `Remove: ${name}` }).click()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(rowOf(page, title)).toContainText('Pending', { timeout: 30_000 })
  await page.reload()
  await expect(rowOf(page, title)).toHaveCount(1)
})

test('a decompression bomb is refused because of its megapixels, and a thin strip by the browser itself', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/status of 4(13|22)/)
  const { page } = await newSeller('Bombing Seller')
  await page.goto('/seller/products/add')
  await fillListing(page, {
    ...plain,
    title: 'A very large painting',
    pictures: [bomb(), await photograph('strip.jpg', '#336633', 1_300, 10)],
  })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  // The browser itself is busy with the preview of such a picture for a while.
  await page.getByRole('button', { name: 'Submit for approval' }).click({ timeout: 120_000 })
  await expect(page.getByText(/more than 50 megapixels/).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/“strip.jpg”: A side of this image is over 30,000 pixels or 100 times the other/)).toBeVisible()
  expect(sent.filter((url) => url.includes('strip.jpg'))).toEqual([])
})
