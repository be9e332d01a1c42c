import type { Page } from '@playwright/test'
import { unreachable } from './answers.ts'
import { expect, openLive, test } from './journey.ts'
import { listed } from './shelf.ts'

// Tests screens that could not be preloaded, too.
test.use({ loadsAhead: true })

const main = (page: Page) => page.getByRole('main')
const again = (page: Page) => page.getByRole('button', { name: 'Try again' })
const unloaded = (page: Page) => page.getByRole('heading', { name: 'This screen could not be loaded' })
const toOrders = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click()
const orders = (page: Page) => page.getByRole('heading', { level: 1, name: 'Orders' })

test('a screen of a replaced build loads with the page of the current one, without a message', async ({ newSeller, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  const { page } = await newSeller('Yesterday Seller')
  await page.goto('/seller/products')
  let isFormer = true
  await page.route(/\/assets\/OrderListPages-.*\.js/, async (route) => {
    if (isFormer) await route.fulfill({ status: 404, body: '' })
    else await route.continue()
  })
  // The next requested page names files of the current build from its first line on.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isFormer = false
  })
  await toOrders(page)
  await expect(orders(page)).toBeVisible()
  await expect(unloaded(page)).toHaveCount(0)
})

test('offline, a screen that was never loaded says so beside the way back, and loads when the network is back', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR/)
  const { page, context } = await newSeller('Tower Seller')
  // It is not preloaded either.
  await page.route(/\/assets\/OrderListPages-.*\.js/, (route) => route.abort())
  await openLive(page, '/seller/products')
  await context.setOffline(true)
  await toOrders(page)
  await expect(unloaded(page)).toBeVisible()
  await expect(main(page).getByText('You are offline. Check your connection, then try again.')).toBeVisible()
  await again(page).click()
  await expect(unloaded(page)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await toOrders(page)
  await expect(unloaded(page)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await expect(orders(page)).toBeVisible()
})

test('a screen whose styles do not load is not shown without them', async ({ newSeller, pageErrors }) => {
  pageErrors.allow(/net::ERR/)
  const { page } = await newSeller('Plain Seller')
  await page.route(/\/assets\/OrderListPages-.*\.css/, (route) => route.abort())
  await page.goto('/seller/products')
  await toOrders(page)
  await expect(unloaded(page)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await again(page).click()
  await expect(orders(page)).toBeVisible()
  expect(await missingStyles(page)).toEqual([])
})

/** Styles that the page names but lacks: their rules cannot be read. */
const missingStyles = (page: Page) =>
  page.evaluate(() => {
    const hasCome = ({ sheet }: HTMLLinkElement) => {
      try {
        return Boolean(sheet?.cssRules)
      } catch {
        return false
      }
    }
    return [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => !hasCome(link)).map(({ href }) => href)
  })

test('a dialog that does not load shows an error over the form, which keeps its input, and opens after "Try again"', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR/)
  const { page } = await newSeller('Patchy Seller')
  await page.route(/\/assets\/CloseDialog-.*\.js/, (route) => route.abort())
  await page.goto('/profile')
  await page.getByRole('textbox', { name: 'Shop name' }).fill('Patchy Shop')
  await page.getByRole('button', { name: 'Close account' }).click()
  const without = page.getByRole('dialog', { name: 'This could not be loaded' })
  await expect(without.getByText(unreachable)).toBeVisible()
  await expect(unloaded(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(without).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Shop name' })).toHaveValue('Patchy Shop')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A browser that keeps the failure must reload the page, and asks first: here the person stays, and nothing is lost.
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('button', { name: 'Close account' }).click()
  const closing = page.getByRole('dialog', { name: 'Close your account?' })
  await expect(closing.or(without)).toBeVisible()
  if (await without.isVisible()) await again(page).click()
  await expect(page.getByRole('textbox', { name: 'Shop name', includeHidden: true })).toHaveValue('Patchy Shop')
})

test('a product that cannot be loaded shows an error beside its queue, and opens after "Try again"', async ({
  admin,
  pageErrors,
  absent,
}) => {
  pageErrors.allow(/net::ERR/)
  const seller = await absent('Half Seller')
  await listed(seller, 'A half lamp')
  const { page } = await admin('Half Desk')
  await page.route(/\/assets\/OpenedProduct-.*\.js/, (route) => route.abort())
  await page.goto('/admin/product-approval?search=A+half+lamp')
  await page.getByRole('link', { name: /A half lamp/ }).click()
  await expect(main(page).getByText('This could not be loaded')).toBeVisible()
  await expect(page.getByRole('link', { name: /A half lamp/ })).toBeVisible()
  // On a phone it replaces the list, which is one step back.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('link', { name: /A half lamp/ })).toBeHidden()
  await page.getByRole('button', { name: 'Back to the queue' }).click()
  await expect(page.getByText('This could not be loaded')).toHaveCount(0)
  await page.getByRole('link', { name: /A half lamp/ }).click()
  await expect(main(page).getByText('This could not be loaded')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await again(page).click()
  await expect(page.getByRole('heading', { level: 2, name: 'A half lamp' })).toBeVisible()
})
