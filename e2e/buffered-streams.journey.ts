import type { Page } from '@playwright/test'
import { openForwardingProxy } from './forwarding-proxy.ts'
import { expect, live, offline, test } from './journey.ts'
import { rowOf } from './listing.ts'
import { ask, listed } from './shelf.ts'

test('behind a proxy that buffers streams, a seller sees decisions live in every tab without a reload', async ({
  newSeller,
  admin,
  backstall,
  pageErrors,
}) => {
  // Its streams are closed, and at the end the server is away for a moment.
  pageErrors.allow(/net::ERR_/)
  // Every event stream is buffered until its end, which never comes.
  let buffered = 0
  const passed: string[] = []
  const proxy = await openForwardingProxy(backstall.url, {
    holds: ({ headers }) => {
      const isStream = headers['content-type']?.startsWith('text/event-stream') === true
      buffered += Number(isStream)
      return isStream
    },
    passes: (address) => passed.push(address),
  })
  const seller = await newSeller('Proxied Seller')
  const title = 'A lamp behind a proxy'
  const { id, status, version } = await listed(seller, title)
  const tabs = [seller.page, await seller.context.newPage()]
  // One tab polls for both.
  const asking = new Set<Page>()
  for (const page of tabs) page.on('request', (request) => void (request.url().includes('/api/live/poll') && asking.add(page)))
  for (const page of tabs) await page.goto(`${proxy.url}/seller/products`)
  for (const page of tabs) {
    await expect(live(page)).toBeVisible({ timeout: 20_000 })
    await expect(rowOf(page, title)).toContainText('Pending')
    await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
  }
  expect(buffered).toBeGreaterThan(0)

  await ask(await admin('Pia Proxy'), 'products/approve', { id, status, version })
  for (const page of tabs) {
    await expect(rowOf(page, title)).toContainText('Approved')
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
    await expect(live(page)).toBeVisible()
    expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true)
  }
  expect([...asking], 'the tabs that poll').toHaveLength(1)

  // The tab that takes over knows already that streams do not work here.
  const before = buffered
  await tabs.shift()?.close()
  await expect.poll(() => passed.some((address) => /poll\?position=.+&wait=5$/.test(address)), { timeout: 20_000 }).toBe(true)
  for (const page of tabs) await expect(live(page)).toBeVisible()
  expect(buffered).toBe(before)

  await backstall.kill()
  for (const page of tabs) await expect(offline(page)).toBeVisible({ timeout: 30_000 })
  await backstall.start()
  for (const page of tabs) await expect(live(page)).toBeVisible({ timeout: 30_000 })
  await proxy.close()
})

// A closed connection and other statuses are rows of live-polls.test.
test('behind a firewall that bars streams with a page of its own, a seller sees a decision live', async ({
  newSeller,
  admin,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_|status of 403/)
  let barred = 0
  const proxy = await openForwardingProxy(backstall.url, {
    bars: ({ url = '' }) => {
      if (!/^\/api\/live(\?|$)/.test(url)) return null
      barred += 1
      return 403
    },
  })
  const seller = await newSeller('Barred Seller')
  const title = 'A lamp behind a firewall'
  const { id, status, version } = await listed(seller, title)
  await seller.page.goto(`${proxy.url}/seller/products`)
  await expect(live(seller.page)).toBeVisible({ timeout: 20_000 })
  await expect(rowOf(seller.page, title)).toContainText('Pending')
  await ask(await admin('Petra Proxy'), 'products/approve', { id, status, version })
  await expect(rowOf(seller.page, title)).toContainText('Approved')
  await expect(live(seller.page)).toBeVisible()
  expect(barred).toBe(2)
  await proxy.close()
})
