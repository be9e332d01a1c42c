import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Person, test } from './journey.ts'
import { fillListing, rowOf } from './listing.ts'
import { photograph } from './pictures.ts'
import { openRoughProxy } from './rough-proxy.ts'
import { ask } from './shelf.ts'

const plain = { description: 'Useful.', price: '3', stock: '9', category: 'Garden' }
type Found = { id: string; title: string; status: string; images: { path: string }[] }

/** The products of this title, as their seller sees them. */
async function found(seller: Person, title: string): Promise<Found[]> {
  const { rows } = await ask<{ rows: Found[] }>(seller, 'products/list', { search: title })
  return rows.filter((row) => row.title === title)
}

/** How many bytes there are of the upload of which most has arrived. */
function longestPart(dataDir: string): number {
  const folder = join(dataDir, 'uploads')
  if (!existsSync(folder)) return 0
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
  return Math.max(0, ...sizes)
}

/** Adds a product by the screens; where its form says that something failed, it is sent again. */
async function add(page: Page, title: string, pictures: Awaited<ReturnType<typeof photograph>>[] | string): Promise<void> {
  await fillListing(page, { ...plain, title })
  await page.getByLabel(/^Images\b/).setInputFiles(pictures)
  const submit = page.getByRole('button', { name: 'Submit for approval' })
  await submit.click()
  const list = /\/seller\/products(\?|$)/
  await expect(async () => {
    if (list.test(page.url())) return
    if (await submit.isEnabled()) await submit.click({ timeout: 2_000 })
    await expect(page).toHaveURL(list, { timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
}

test('a picture of 9 MB whose line breaks at 60 % goes on there instead of beginning again', async ({
  newSeller,
  backstall,
  complaints,
}) => {
  // What was sent over a line that is reset, Chromium repeats by itself; it hears that this is not where to go on.
  complaints.allow(/net::ERR_|status of 409/)
  const side = 1_732
  const pixels = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
  // From the disk, as a person chooses it: so many bytes would take their time on the way through the test itself.
  const noise = test.info().outputPath('noise.png')
  const { size: all } = await pixels.png({ compressionLevel: 0 }).toFile(noise)
  // What has passed the proxy may still lie in the machine's own memory, and is lost with the line.
  const halfArrived = () => expect.poll(() => longestPart(backstall.dataDir), { timeout: 50_000 }).toBeGreaterThan(all / 2)
  const proxy = await openRoughProxy(backstall.url, { cutAfter: all * 0.6, once: halfArrived })
  const seller = await newSeller('Sixty Percent Seller')
  const title = 'A carpet of noise'
  await seller.page.goto(`${proxy.url}/seller/products/add`)
  await add(seller.page, title, noise)
  await expect(rowOf(seller.page, title)).toContainText('Pending')
  const [first, rest] = [proxy.sent()[0], proxy.sent().at(-1)]
  expect([first?.method, rest?.method]).toEqual(['POST', 'PATCH'])
  expect(proxy.sent().filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  expect(rest?.bytes).toBeLessThan(all / 2)
  expect((first?.bytes ?? 0) + (rest?.bytes ?? 0)).toBeGreaterThanOrEqual(all)
  expect(rest?.address).toBe(first?.address)
  await proxy.close()
})

test('a picture that arrives damaged is sent again by itself, and what is stored is what was sent', async ({
  newSeller,
  backstall,
  complaints,
}) => {
  complaints.allow(/net::ERR_|status of 422/)
  const proxy = await openRoughProxy(backstall.url, { damagedAt: 9_000 })
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
const steps = ['products/create', ...five.map((name) => `images?name=${name}`), 'products/nameImages']

/** Where the network is cut: before a request reaches the server, or after it did and before its answer is back. */
const cuts: Record<string, (route: Route) => Promise<void>> = {
  'before the server hears of it': (route) => route.abort('connectionreset'),
  'before its answer is back': async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
}

for (const [when, cut] of Object.entries(cuts)) {
  test(`a product with five pictures is there once, whichever step of adding it the network is cut at, ${when}`, async ({
    newSeller,
    backstall,
    complaints,
  }) => {
    test.setTimeout(360_000)
    complaints.allow(/net::ERR_/)
    const seller = await newSeller(`Cut Seller ${when}`)
    const pictures = await Promise.all(five.map((name) => photograph(`${name}.jpg`, '#885522', 200, 150)))
    for (const [at, step] of steps.entries()) {
      const title = `Stool ${at + 1} of seven, ${when}`
      let isCut = false
      await seller.page.goto('/seller/products/add')
      await seller.page.route(
        (url) => url.href.includes(step),
        async (route) => {
          if (isCut || route.request().method() === 'HEAD') return route.fallback()
          isCut = true
          await cut(route)
        },
      )
      await add(seller.page, title, pictures)
      await seller.page.unrouteAll({ behavior: 'wait' })
      expect([step, isCut]).toEqual([step, true])
      const products = await found(seller, title)
      expect(products).toMatchObject([{ status: 'pending' }])
      const [{ id, images } = { id: '', images: [] }] = products
      expect(images.map(({ path }) => path.replace(/^.*_/, ''))).toEqual(five.map((name) => `${name}.jpg`))
      // Nor is a second copy left on the store, which would stand in the form when it is opened again.
      const rows = await backstall.inDatabase((sql) => sql`select path from files where product_id = ${id} and released_at is null`)
      expect(rows).toHaveLength(five.length)
    }
  })
}
