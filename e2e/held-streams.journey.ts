import type { Page } from '@playwright/test'
import { openHoldingProxy } from './holding-proxy.ts'
import { expect, test } from './journey.ts'
import { openInQueue, queueOf, rowOf, submitListing } from './listing.ts'
import { photograph } from './pictures.ts'

const live = (page: Page) => page.getByText('Live', { exact: true })

test('behind a proxy that holds streams back, a seller sees in every tab what is decided, live and without a reload', async ({
  newSeller,
  admin,
  backstall,
  complaints,
}) => {
  // Its streams are hung up, and at the end the server is taken away for a moment.
  complaints.allow(/net::ERR_/)
  const proxy = await openHoldingProxy(backstall.url)
  const seller = await newSeller('Proxied Seller')
  const title = 'A lamp behind a proxy'
  await submitListing(seller.page, {
    title,
    description: 'Shines.',
    price: '40',
    stock: '3',
    category: 'Home',
    pictures: [await photograph('lamp.jpg', '#bb9944', 500, 400)],
  })
  const tabs = [seller.page, await seller.context.newPage()]
  // One tab asks for both.
  const asking = new Set<Page>()
  for (const page of tabs) page.on('request', (request) => void (request.url().includes('/api/live/poll') && asking.add(page)))
  for (const page of tabs) await page.goto(`${proxy.url}/seller/products`)
  for (const page of tabs) {
    await expect(live(page)).toBeVisible({ timeout: 20_000 })
    await expect(rowOf(page, title)).toContainText('Pending')
    await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
  }
  expect(proxy.held()).toBeGreaterThan(0)

  const { page: desk } = await admin('Pia Proxy')
  await desk.goto(queueOf(title))
  await openInQueue(desk, title)
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  for (const page of tabs) {
    await expect(rowOf(page, title)).toContainText('Approved')
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
    await expect(live(page)).toBeVisible()
    expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true)
  }
  expect([...asking], 'the tabs that poll').toHaveLength(1)

  // Whoever takes over knows already that streams are of no use here.
  const held = proxy.held()
  await tabs.shift()?.close()
  await expect.poll(() => proxy.passed().some((address) => /poll\?position=.+&wait=5$/.test(address)), { timeout: 20_000 }).toBe(true)
  for (const page of tabs) await expect(live(page)).toBeVisible()
  expect(proxy.held()).toBe(held)

  await backstall.kill()
  for (const page of tabs) await expect(page.getByText('Offline', { exact: true })).toBeVisible({ timeout: 30_000 })
  await backstall.start()
  for (const page of tabs) await expect(live(page)).toBeVisible({ timeout: 30_000 })
  await proxy.close()
})
