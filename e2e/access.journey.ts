import type { Page } from '@playwright/test'
import { loadedAfterPaint, pagesFor, type ShownPage } from '../scripts/pages.ts'
import { checkBothSizes, findings } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { openInQueue, queueOf } from './listing.ts'
import { listed } from './shelf.ts'

// Each page is checked in four ways, so these journeys are long.
test.describe.configure({ timeout: 480_000 })

const staysSignedIn = ({ address }: ShownPage) => address !== '/logout'

const later = new Set(loadedAfterPaint())

/** Scripts and styles that the open page has loaded, except those that belong only to parts it loads after its first paint. */
const loadedBy = async (page: Page, files: string[]) => {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  return loaded.filter((path) => /\.(js|css)$/.test(path) && (files.includes(path) || !later.has(path)))
}

/**
 * Opens a page and asserts that it stays there, has its own title and names every script and style of its screen, so that none is found late, and
 * nothing is loaded that its weight does not count.
 */
async function open(page: Page, { address, title, files }: ShownPage): Promise<void> {
  const answer = await page.goto(address)
  const heading = page.getByRole('heading', { level: 1 })
  await expect.soft(heading, address).toHaveCount(1)
  // The screen may keep its state in the search of the address.
  expect.soft(new URL(page.url()).pathname, address).toBe(address)
  await expect.soft(page, address).toHaveTitle(/.+/)
  if (title) await expect.soft(heading, address).toHaveText(title)
  if (title) await expect.soft(page, address).toHaveTitle(new RegExp(`^${title} · `))
  await page.waitForLoadState('load')
  const loaded = await loadedBy(page, files)
  const named = (await answer?.text()) ?? ''
  expect.soft(loaded.length, address).toBeGreaterThan(0)
  expect
    .soft(
      loaded.filter((file) => !named.includes(`${file}"`)),
      address,
    )
    .toEqual([])
  expect.soft(files, address).toEqual(expect.arrayContaining(loaded))
}

/** Opens every page, and checks those without parameters. */
async function openPages(page: Page, pages: ShownPage[]): Promise<void> {
  for (const one of pages) {
    await open(page, one)
    if (!one.hasParameters) await check(page, one.address)
  }
}

/** Checks pages at addresses that no table holds. */
async function checkViews(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await check(page, address)
  }
}

/** Checks the open page, wide and narrow, in both themes. */
async function check(page: Page, address: string): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  await checkBothSizes(page, address)
}

test('pages of visitors open and are accessible', async ({ visitor, pageErrors }) => {
  // The return from a sign-in provider, opened without its answer, is refused.
  pageErrors.allow(/status of 404 .*\/404\)$|\/500\)?$|status of 400 .*\/provider\/return\)$/)
  const page = await visitor()
  await openPages(page, pagesFor('visitor', 'anyone'))
  await checkViews(page, ['/api/v1/docs'])
})

test('pages of sellers open and are accessible', async ({ newSeller, pageErrors }) => {
  pageErrors.allow(/status of 404 .*\/rpc\//)
  const seller = await newSeller('Seeing Seller')
  const { page } = seller
  await listed(seller, 'A lamp to see by')
  await openPages(page, pagesFor('seller', 'member').filter(staysSignedIn))
  await checkViews(page, ['/seller/orders?sales=last7', '/seller/orders?sales=last7&rows=gross'])
})

test('pages of admins open and are accessible', async ({ admin, pageErrors, absent }) => {
  pageErrors.allow(/status of 404 .*\/rpc\//)
  const seller = await absent('Shown Seller')
  const title = 'A chair to sit on'
  await listed(seller, title)
  const { page } = await admin()
  // A seller's journey checks the pages of all members.
  for (const one of pagesFor('member').filter(staysSignedIn)) await open(page, one)
  await openPages(page, pagesFor('admin'))
  await checkViews(page, [
    '/admin/sales?rows=gross',
    ...['products', 'apiKeys', 'chat'].map((section) => `/admin/settings?section=${section}`),
  ])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(queueOf(title))
  await openInQueue(page, title)
  await checkBothSizes(page, 'opened product')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Reject product' })).toBeVisible()
  expect.soft(await findings(page), 'reason dialog').toEqual([])
})
