import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expectNothingStored, filesIn, storedIn, workerHas } from './browser-storage.ts'
import { chooseSignOut, expect, live, offline, openLive, test } from './journey.ts'
import { newBackstall } from './server.ts'
import { listed } from './shelf.ts'

// As in production: all other journeys run without the worker.
test.use({ serviceWorkers: 'allow', loadsAhead: true })
test.describe.configure({ timeout: 480_000 })

test('a reload without a server shows cached data and "Offline", and recovers when the server is back', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|status of 50\d|fetching the script/)
  const seller = await newSeller('Mountain Seller')
  const { page } = seller
  await listed(seller, 'Copper bell')
  await page.goto('/seller/products')
  await page.getByRole('link', { name: 'Copper bell' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Copper bell' })).toBeVisible()
  await expect.poll(() => storedIn(page)).toMatch(/products\W+get/)
  await openLive(page, '/seller/products')
  await workerHas(page, 'ProductsPage')
  await workerHas(page, 'SellerProductPage')
  await expect.poll(() => storedIn(page)).toContain('Copper bell')
  await backstall.kill()

  await page.reload()
  await expect(page.getByRole('link', { name: 'Copper bell' }).first()).toBeVisible()
  await expect(offline(page)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Copper bell' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Copper bell' })).toBeVisible()
  // Another window, at another address.
  const window = await seller.context.newPage()
  await window.goto('/seller/products')
  await expect(window.getByRole('link', { name: 'Copper bell' }).first()).toBeVisible()
  await window.getByRole('button', { name: 'Account menu' }).click()
  await expect(window.getByText('Mountain Seller').first()).toBeVisible()

  await backstall.start()
  for (const one of [page, window]) await expect(live(one)).toBeVisible({ timeout: 40_000 })
  await listed(seller, 'Copper gong')
  await expect(window.getByRole('link', { name: 'Copper gong' }).first()).toBeVisible()
})

test('the worker caches only built files, and after a sign-out the next person without a server finds no data', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|status of 50\d|fetching the script/)
  const seller = await newSeller('Departing Seller')
  const { page } = seller
  await listed(seller, 'Private flute')
  await page.goto('/seller/products')
  await expect(page.getByRole('link', { name: 'Private flute' }).first()).toBeVisible()
  await expect(live(page)).toBeVisible()
  await workerHas(page, 'ProductsPage')
  const files = (await filesIn(page)).map((url) => new URL(url).pathname)
  expect(files.filter((path) => !path.startsWith('/assets/')).sort()).toEqual(['/icon.svg', '/offline.html'])
  await chooseSignOut(page)
  await expect(page).toHaveURL(/\/login/)
  await expectNothingStored(page, 'Private flute', 'Departing Seller', seller.email)
  await backstall.kill()
  await page.goto('/seller/products')
  await expect(page.getByRole('button', { name: /try again|retry/i })).toBeVisible()
  await expect(page.getByText(/Private flute|Departing Seller/)).toHaveCount(0)
  await backstall.start()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible({ timeout: 30_000 })
})

test('the page of the worker has no inline script and no personal data, no matter who asks for it', async ({ newSeller }) => {
  const { page, email } = await newSeller('Asking Seller')
  const answer = await page.request.get('/offline.html')
  const { 'content-security-policy': policy, 'cache-control': freshness } = answer.headers()
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('nonce')
  expect([freshness, (await page.request.get('/sw.js')).headers()['cache-control']]).toEqual(['no-cache', 'no-cache'])
  const html = await answer.text()
  expect(html).not.toMatch(/nonce|<script(?![^>]* src=)|Asking Seller/)
  expect(html).not.toContain(email)
})

test('after an update all people get the new pages at once, even without a server, and the former build is deleted', async ({
  browser,
  contextOptions,
}) => {
  const root = mkdtempSync(join(tmpdir(), 'backstall-update-'))
  for (const path of ['package.json', 'dist', 'server/platform/database/migrations']) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    cpSync(path, join(root, path), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  /** Makes another build: pages that say so, and a worker that knows them. */
  const update = (name: string) => {
    for (const page of ['index.html', 'offline.html']) {
      const html = readFileSync(join('dist/web', page), 'utf8')
      writeFileSync(join(root, 'dist/web', page), html.replace('</title>', `</title><meta name="which-build" content="${name}">`))
    }
    const worker = readFileSync('dist/web/sw.js', 'utf8')
    writeFileSync(join(root, 'dist/web/sw.js'), worker.replace(/(?<=[`"'])[0-9a-f]{12}(?=[`"'])/, name))
    for (const packed of ['sw.js.br', 'sw.js.gz']) rmSync(join(root, 'dist/web', packed), { force: true })
  }
  const whichBuild = (page: Page) => page.locator('meta[name="which-build"]').getAttribute('content')
  const builds = (page: Page) => page.evaluate(() => caches.keys())
  const standsInWith = (page: Page, name: string) =>
    page.evaluate(
      async (cache) => (await (await caches.match('/offline.html', { cacheName: cache }))?.text()) ?? '',
      `backstall-build-${name}`,
    )

  const backstall = await newBackstall(root)
  const context = await browser.newContext({ ...contextOptions, baseURL: backstall.url })
  try {
    update('one')
    await backstall.start()
    const page = await context.newPage()
    const account = { name: 'Updated Seller', email: 'updated@example.com', password: 'correct horse battery' }
    await page.request.post('/api/auth/sign-up', { data: account, headers: { origin: backstall.url } })
    await openLive(page, '/seller/products')
    await workerHas(page, 'ProductsPage')
    await backstall.kill()
    await page.reload()
    expect(await whichBuild(page)).toBe('one')

    for (const name of ['two', 'three']) {
      update(name)
      await backstall.start()
      // A server that has just started may take longer than the worker waits for it; then the page of the former build is shown.
      await expect(async () => {
        await page.reload()
        expect(await whichBuild(page)).toBe(name)
      }).toPass({ timeout: 60_000 })
      await expect(live(page)).toBeVisible({ timeout: 40_000 })
      await expect.poll(() => standsInWith(page, name), { timeout: 30_000 }).toContain(`content="${name}"`)
      await backstall.kill()
      // The worker of the new build is active, though this window was never closed.
      await expect(async () => {
        await page.reload()
        expect(await whichBuild(page)).toBe(name)
      }).toPass({ timeout: 60_000 })
      await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    }
    await expect.poll(async () => (await builds(page)).map((cache) => cache.split('-')[2])).toEqual(['two', 'three'])
  } finally {
    await context.close()
    await backstall.stop()
    rmSync(root, { recursive: true, force: true })
  }
})
