import type { Page } from '@playwright/test'
import { unreachable } from './answers.ts'
import { expect, offline, openLive, test } from './journey.ts'
import { listed } from './shelf.ts'

const search = (page: Page, text: string) =>
  page
    .getByRole('searchbox', { name: 'Search' })
    .or(page.getByLabel(/^Search/))
    .first()
    .fill(text)
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })
const main = (page: Page) => page.getByRole('main')

test('a person without a network gets a message, can try again, and the screen loads when the network is back', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR/)
  const seller = await newSeller('Offline Seller')
  await listed(seller, 'A sextant')
  const { page, context } = seller
  await openLive(page, '/seller/products')
  await context.setOffline(true)
  const sentence = main(page).getByText('You are offline. Check your connection, then try again.')
  await search(page, 'sextan')
  await expect(sentence).toBeVisible()
  await expect(offline(page)).toBeVisible()
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
  await openLive(page, '/seller/products')
  await backstall.kill()
  await search(page, 'astrolab')
  await expect(main(page).getByText(unreachable)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/You are offline/)).toHaveCount(0)
  await expect(again(page)).toBeVisible()
  await backstall.start()
  await expect(page.getByRole('link', { name: 'An astrolabe' }).first()).toBeVisible({ timeout: 40_000 })
  await expect(again(page)).toHaveCount(0)
})
