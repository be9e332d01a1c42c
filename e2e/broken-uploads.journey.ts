import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { checkBothSizes } from './accessibility.ts'
import { openFaultyProxy } from './faulty-proxy.ts'
import { expect, offline, test } from './journey.ts'
import { rowOf } from './listing.ts'
import { noise, photograph } from './pictures.ts'
import { add, found, fromDisk, isThereOnce, longestPartOf } from './uploading.ts'

test('a picture of 9 MB whose connection breaks at 60 % resumes there instead of starting again', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  // Chromium itself repeats a request on a connection that was reset; it is answered with a wrong offset.
  pageErrors.allow(/net::ERR_|status of 409/)
  const side = 1_732
  const pixels = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
  // Chosen from the disk, because passing so many bytes through the test itself is slow.
  const carpet = test.info().outputPath('carpet.png')
  const { size: all } = await pixels.png({ compressionLevel: 0 }).toFile(carpet)
  // Bytes that passed the proxy may still be in the machine's buffers, and are lost with the connection.
  const longestPart = longestPartOf(backstall)
  const halfArrived = () => expect.poll(longestPart, { timeout: 50_000 }).toBeGreaterThan(all / 2)
  const proxy = await openFaultyProxy(backstall.url, { cutAfter: all * 0.6, once: halfArrived })
  const seller = await newSeller('Sixty Percent Seller')
  const title = 'A carpet of noise'
  await seller.page.goto(`${proxy.url}/seller/products/add`)
  await add(seller.page, title, carpet)
  await expect(rowOf(seller.page, title)).toContainText('Pending')
  const first = proxy.sent()[0]
  const rest = proxy.sent().at(-1)
  expect([first?.method, rest?.method]).toEqual(['POST', 'PATCH'])
  expect(proxy.sent().filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  expect(rest?.bytes).toBeLessThan(all / 2)
  expect((first?.bytes ?? 0) + (rest?.bytes ?? 0)).toBeGreaterThanOrEqual(all)
  expect(rest?.address).toBe(first?.address)
  await proxy.close()
})

/** Uploads other than product pictures: who sends them, from where, and what the screen shows afterwards. */
const others: { what: string; by: 'seller' | 'admin'; address: string; done: (page: Page) => Locator }[] = [
  {
    what: 'a profile picture',
    by: 'seller',
    address: '/profile',
    done: (page) => page.getByRole('button', { name: 'Remove picture' }),
  },
  {
    what: 'the logo',
    by: 'admin',
    address: '/admin/settings',
    done: (page) => page.getByRole('button', { name: 'Remove logo' }),
  },
  {
    what: 'a picture in a chat',
    by: 'seller',
    address: '/chat',
    done: (page) => page.getByRole('button', { name: 'Remove: sign.png' }),
  },
]

for (const { what, by, address, done } of others) {
  test(`an upload of ${what} resumes where its connection broke`, async ({ newSeller, admin, backstall, pageErrors }) => {
    pageErrors.allow(/net::ERR_|status of 409/)
    const sign = await noise('sign.png')
    const all = sign.buffer.length
    const longestPart = longestPartOf(backstall)
    const halfArrived = () => expect.poll(longestPart, { timeout: 50_000 }).toBeGreaterThan(all / 2)
    const proxy = await openFaultyProxy(backstall.url, { cutAfter: all * 0.6, once: halfArrived })
    const { page } = by === 'admin' ? await admin() : await newSeller(`Seller with ${what}`)
    await page.goto(proxy.url + address)
    await page.locator('main input[type=file]').setInputFiles(fromDisk(sign))
    await expect(done(page)).toBeVisible({ timeout: 60_000 })
    expect(proxy.sent().filter(({ method }) => method === 'PATCH')).toHaveLength(1)
    const first = proxy.sent()[0]
    const rest = proxy.sent().at(-1)
    expect([first?.method, rest?.method, rest?.address]).toEqual(['POST', 'PATCH', first?.address])
    expect(rest?.bytes).toBeLessThan(all / 2)
    if (by === 'admin') await page.getByRole('button', { name: 'Remove logo' }).click()
    if (by === 'admin') await expect(page.getByText('No logo yet')).toBeVisible()
    await proxy.close()
  })
}

test('an upload of a profile picture shows its progress, waits for the network, and can be cancelled', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/status of 422|net::ERR_|Failed to load resource/)
  const { page, context } = await newSeller('Seller With A Face')
  await page.goto('/profile')
  const input = page.getByLabel('Picture', { exact: true })
  await input.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toContainText(/not a JPEG, PNG, WebP, AVIF or GIF image/)
  await context.setOffline(true)
  await input.setInputFiles(await photograph('face.jpg', '#885522', 300, 300))
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('Waiting for the network to send face.jpg')).toBeVisible()
  await checkBothSizes(page, 'a picture of oneself that waits')
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
  await input.setInputFiles(await photograph('patient.jpg', '#885522', 300, 300))
  await expect(page.getByText('Waiting for the network to send patient.jpg')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Your picture is saved.')).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('main img[src*="patient"]')).toBeVisible()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Your picture is removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
})

test('a picture that arrives damaged is sent again automatically, and the stored one equals the original', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_|status of 422/)
  const proxy = await openFaultyProxy(backstall.url, { damagedAt: 9_000 })
  const seller = await newSeller('Damaged Seller')
  const title = 'A vase in one piece'
  await seller.page.goto(`${proxy.url}/seller/products/add`)
  await add(seller.page, title, [await photograph('vase.jpg', '#3377aa', 500, 400)])
  await expect(rowOf(seller.page, title)).toContainText('Pending')
  expect(proxy.sent().map(({ method }) => method)).toEqual(['POST', 'POST'])
  expect((await found(seller, title)).map(({ images }) => images.length)).toEqual([1])
  await proxy.close()
})

const five = ['front', 'back', 'left', 'right', 'above']

test('a product with five pictures exists once if the network is cut before the answer to its creation is back', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  // lost-connection.test.tsx cuts each step, before and after the server gets it.
  pageErrors.allow(/net::ERR_/)
  const seller = await newSeller('Cut Seller')
  const pictures = await Promise.all(five.map((name) => photograph(`${name}.jpg`, '#885522', 200, 150)))
  const title = 'A stool cut short'
  let isCut = false
  await seller.page.route(/products\/create/, async (route) => {
    if (isCut) return route.fallback()
    isCut = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  await seller.page.goto('/seller/products/add')
  await add(seller.page, title, pictures)
  expect(isCut).toBe(true)
  // No second copy is left in the store, which would appear in the form when it is opened again.
  await isThereOnce(
    seller,
    backstall,
    title,
    five.map((name) => `${name}.jpg`),
  )
})

test('a product with five pictures exists once if the connection breaks during a picture, during the check of what arrived, and during the rest', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  test.setTimeout(400_000)
  pageErrors.allow(/net::ERR_|status of 409/)
  const left = await noise('left.png')
  const half = left.buffer.length / 2
  const isLeft =
    (method: string) =>
    ({ address, ...upload }: { address: string; method: string }) =>
      upload.method === method && address.includes('left.png')
  const longestPart = longestPartOf(backstall)
  const arrived = (share: number) => () => expect.poll(longestPart, { timeout: 50_000 }).toBeGreaterThan(left.buffer.length * share)
  const proxy = await openFaultyProxy(
    backstall.url,
    { of: isLeft('POST'), cutAfter: half, once: arrived(0.4) },
    { of: isLeft('HEAD'), cutAtOnce: true },
    { of: isLeft('PATCH'), cutAtOnce: true },
    { of: isLeft('PATCH'), cutAfter: half / 2, once: arrived(0.6) },
  )
  const seller = await newSeller('Four Cuts Seller')
  const title = 'A stool over a bad line'
  const small = await Promise.all(['front', 'back'].map((name) => photograph(`${name}.jpg`, '#885522', 200, 150)))
  const more = await Promise.all(['right', 'above'].map((name) => photograph(`${name}.jpg`, '#885522', 200, 150)))
  await seller.page.goto(`${proxy.url}/seller/products/add`)
  await add(seller.page, title, [...small, left, ...more])
  expect(proxy.faultsLeft()).toBe(0)
  await isThereOnce(seller, backstall, title, ['front.jpg', 'back.jpg', 'left.png', 'right.jpg', 'above.jpg'])
  await proxy.close()
})

test('a product with five pictures exists once if the browser goes offline during one of them and comes back', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  test.setTimeout(400_000)
  pageErrors.allow(/net::ERR_|Failed to load resource|status of 409/)
  const left = await noise('left.png')
  const within = Promise.withResolvers<void>()
  const isBack = Promise.withResolvers<void>()
  const until = async () => {
    within.resolve()
    await isBack.promise
  }
  const isLeft = ({ address }: { address: string }) => address.includes('left.png')
  const proxy = await openFaultyProxy(backstall.url, { of: isLeft, cutAfter: left.buffer.length / 2, once: until })
  const seller = await newSeller('Offline Within Seller')
  const title = 'A stool from the tunnel'
  const others = await Promise.all(['front', 'back', 'right', 'above'].map((name) => photograph(`${name}.jpg`, '#885522', 200, 150)))
  await seller.page.goto(`${proxy.url}/seller/products/add`)
  const added = add(seller.page, title, [...others, left])
  await within.promise
  await seller.context.setOffline(true)
  await expect(offline(seller.page)).toBeVisible({ timeout: 30_000 })
  isBack.resolve()
  await seller.context.setOffline(false)
  await added
  await isThereOnce(seller, backstall, title, ['front.jpg', 'back.jpg', 'right.jpg', 'above.jpg', 'left.png'])
  await proxy.close()
})
