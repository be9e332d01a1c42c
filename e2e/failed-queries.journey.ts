import type { Page, Route } from '@playwright/test'
import { answerErrors, foreign, gone, own, tooOften, unreachable } from './answers.ts'
import { expect, test } from './journey.ts'
import { listed } from './shelf.ts'

const search = (page: Page, text: string) =>
  page
    .getByRole('searchbox', { name: 'Search' })
    .or(page.getByLabel(/^Search/))
    .first()
    .fill(text)
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })
const main = (page: Page) => page.getByRole('main')
const live = (page: Page) => page.getByText('Live', { exact: true })

/**
 * Some of the answers a query may get: the sentence shown, how often it is repeated, and whether there is a button to try again. All are in
 * `web/app/answers.test.tsx`.
 */
const answers = [
  { answer: foreign(503), sentence: unreachable, asked: 3, button: true },
  // A pause of a minute is too long to show placeholders.
  { answer: foreign(429, { 'retry-after': '60' }), sentence: tooOften, asked: 1, button: true },
  // Only Backstall's own answer can say that a person is signed out.
  { answer: foreign(401), sentence: 'Sign in to continue.', asked: 1, button: true },
  { answer: own(404, 'not-found', gone), sentence: gone, asked: 1, button: false },
]

test('whatever answer a query gets, a sentence says what is wrong, and temporary failures are retried', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(answerErrors)
  pageErrors.allow(/net::ERR_\S+ \(\S+\/api\/live/)
  const seller = await newSeller('Refused Seller')
  await listed(seller, 'A sundial')
  const { page } = seller
  await page.goto('/seller/products')
  await expect(live(page)).toBeVisible()
  // A stream that breaks on a busy machine and reconnects would repeat failed queries; here it stays away.
  await page.route(/\/api\/live/, (route) => route.abort())
  for (const [at, { answer, sentence, asked, button }] of answers.entries()) {
    let times = 0
    const refuse = async (route: Route) => {
      times += 1
      await route.fulfill(answer)
    }
    const name = `Sundial of ${at}`
    await page.route(/\/rpc\/products\/list/, refuse)
    await search(page, name)
    await expect(main(page).getByText(sentence), `${answer.status}`).toBeVisible({ timeout: 20_000 })
    expect(times, `${answer.status}`).toBe(asked)
    await expect(main(page)).not.toContainText('gateway')
    await expect(again(page)).toHaveCount(button ? 1 : 0)
    await page.unroute(/\/rpc\/products\/list/, refuse)
    if (button) {
      await again(page).click()
      await expect(main(page).getByText(sentence)).toHaveCount(0)
      await expect(again(page)).toHaveCount(0)
    }
  }
  await page.unroute(/\/api\/live/)
  await search(page, 'sundial')
  await expect(page.getByRole('link', { name: 'A sundial' }).first()).toBeVisible()
  // Backstall's own answer that no person is signed in is accepted.
  await page.context().clearCookies()
  await search(page, 'Sundial of nobody')
  await expect(page).toHaveURL(/\/login/)
})

test('a person without a network gets a message, can try again, and the screen loads when the network is back', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR/)
  const seller = await newSeller('Offline Seller')
  await listed(seller, 'A sextant')
  const { page, context } = seller
  await page.goto('/seller/products')
  await expect(live(page)).toBeVisible()
  await context.setOffline(true)
  const sentence = main(page).getByText('You are offline. Check your connection, then try again.')
  await search(page, 'sextan')
  await expect(sentence).toBeVisible()
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await again(page).click()
  await expect(sentence).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: 'A sextant' }).first()).toBeVisible()
  await expect(sentence).toHaveCount(0)
})

test('while the server is away a screen says that it cannot be reached, and loads when the server is back', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR|status of 50\d|^50\d from/)
  const seller = await newSeller('Waiting Seller')
  await listed(seller, 'An astrolabe')
  const { page } = seller
  await page.goto('/seller/products')
  await expect(live(page)).toBeVisible()
  await backstall.kill()
  await search(page, 'astrolab')
  await expect(main(page).getByText(unreachable)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/You are offline/)).toHaveCount(0)
  await expect(again(page)).toBeVisible()
  await backstall.start()
  await expect(page.getByRole('link', { name: 'An astrolabe' }).first()).toBeVisible({ timeout: 40_000 })
  await expect(again(page)).toHaveCount(0)
})

test('a screen whose files do not load shows an error in its place, and appears after "Try again"', async ({ newSeller, pageErrors }) => {
  pageErrors.allow(/Failed to load resource|net::ERR|dynamically imported/)
  const { page } = await newSeller('Unloaded Seller')
  await page.route(/\/assets\/OrdersPages-.*\.js/, (route) => route.abort())
  await page.goto('/seller/products')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This screen could not be loaded' })).toBeVisible()
  await expect(main(page).getByText(unreachable)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await again(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
})
