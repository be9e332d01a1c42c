import type { Page } from '@playwright/test'
import { chatOf } from './chat.ts'
import { chooseSignOut, expect, test } from './journey.ts'
import { photograph } from './pictures.ts'
import { ask, listed } from './shelf.ts'

/** What a page finds of a file without asking the server, and the answer if it accepts any cached version. */
const found = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const statusOf = (init: RequestInit) =>
      fetch(address, init).then(
        ({ status }) => status,
        () => null,
      )
    return { cached: await statusOf({ cache: 'only-if-cached', mode: 'same-origin' }), any: await statusOf({ cache: 'force-cache' }) }
  }, url)

test('after a sign-out the browser has no pictures that are not on sale, nor files of a chat', async ({ newSeller, pageErrors }) => {
  pageErrors.allow(/status of (404|504)|net::ERR/)
  const seller = await newSeller('Private Pictures')
  const { page, context } = seller
  const { id } = await listed(seller, 'A secret box')
  const [picture] = (await ask<{ images: { url: string }[] }>(seller, 'products/get', { id })).images
  const { buffer, mimeType } = await photograph('note.jpg', '#883322', 300, 200)
  const sent = await page.request.post(`/api/chats/${await chatOf(seller)}/files?name=note.jpg`, {
    data: buffer,
    headers: { origin: seller.url, 'content-type': mimeType },
  })
  const urls = [picture?.url ?? '', (await sent.json()).url]
  await page.goto('/seller/products')
  for (const url of urls) {
    await page.evaluate((address) => fetch(address).then((answer) => answer.blob()), url)
    expect(await found(page, url), 'before').toEqual({ cached: 200, any: 200 })
  }
  // A cached file is revalidated each time, and not sent again.
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  const { promise: answered, resolve } = Promise.withResolvers<number>()
  line.on('Network.responseReceivedExtraInfo', ({ statusCode }) => resolve(statusCode))
  await page.evaluate((address) => fetch(address).then((answer) => answer.blob()), urls[0] ?? '')
  expect(await answered).toBe(304)
  await line.detach()

  const cookies = await context.cookies()
  await chooseSignOut(page)
  await expect(page).toHaveURL(/\/login/)
  // Answers vary by the cookie: with the former one, anything left would be found.
  await context.clearCookies()
  await context.addCookies(cookies)
  for (const url of urls) expect(await found(page, url), 'with the former cookie').toEqual({ cached: null, any: 404 })
  await context.clearCookies()
  for (const url of urls) expect(await found(page, url), 'afterwards').toEqual({ cached: null, any: 404 })
  await context.setOffline(true)
  for (const url of urls) expect(await found(page, url), 'without a network').toEqual({ cached: null, any: null })
})
