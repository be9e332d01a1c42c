import type { Locator, Page, Route } from '@playwright/test'
import { answerErrors, foreign, notAllowed, own, unreachable } from './answers.ts'
import { chatOf, logOf, say, wordsIn } from './chat.ts'
import { expect, test } from './journey.ts'
import { field, fillListing, openInQueue } from './listing.ts'
import { photograph } from './pictures.ts'
import { ask, listed, statusesOf } from './shelf.ts'

const live = (page: Page) => page.getByText('Live', { exact: true })

/** Two of the answers that a failed write may get, and the sentences shown; all are in `web/app/answers.test.tsx`. */
const answers = [
  // It is unknown whether the write was done.
  { answer: foreign(503), sentence: unreachable, isOpen: true },
  // Only Backstall's own answer can say that a person is signed out.
  { answer: foreign(401), sentence: 'Sign in to continue.' },
]

/** Answers the next requests to an address with this, and counts them. */
async function refuse(page: Page, address: RegExp, answer: Parameters<Route['fulfill']>[0]) {
  let asked = 0
  await page.route(address, async (route) => {
    asked += 1
    await route.fulfill(answer)
  })
  return { asked: () => asked, over: () => page.unroute(address) }
}

test('whatever answer a failed approval gets, the product returns with the reason and can then be approved', async ({
  admin,
  pageErrors,
  absent,
}) => {
  pageErrors.allow(answerErrors)
  const seller = await absent('Patient Potter')
  const title = 'A much refused jug'
  const { id } = await listed(seller, title)
  const adminUser = await admin('Unlucky Desk')
  const { page } = adminUser
  await page.goto('/admin/product-approval?search=much+refused')
  await expect(live(page)).toBeVisible()
  await openInQueue(page, title)
  const notDecided = page.getByRole('region', { name: 'Failed decisions' })
  for (const [at, { answer, sentence, isOpen = false }] of answers.entries()) {
    const refused = await refuse(page, /\/rpc\/products\/approve/, answer)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const sent = isOpen ? `The server did not confirm that “${title}” was approved.` : `“${title}” was not approved. ${sentence}`
    await expect(notDecided, `${at}: ${answer.status}`).toContainText(sent)
    await expect(notDecided).not.toContainText('gateway')
    expect(refused.asked(), `${at}: ${answer.status}`).toBe(1)
    expect(await statusesOf(adminUser, [id])).toEqual(['pending'])
    await refused.over()
    await notDecided.getByRole('button', { name: 'Open it again' }).click()
    await expect(notDecided).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.poll(() => statusesOf(adminUser, [id])).toEqual(['approved'])
  await expect(notDecided).toHaveCount(0)
})

test('whatever answer a failed save gets, the form keeps its input, even across a sign-in, and can then save it', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(answerErrors)
  const seller = await newSeller('Refused Writer')
  const { page } = seller
  const { id } = await listed(seller, 'A plain vase')
  await page.goto(`/seller/products/edit/${id}`)
  const title = field(page, 'Title')
  await title.fill('A vase worth waiting for')
  const save = page.getByRole('button', { name: 'Save changes' })
  const alert = page.getByRole('main').getByRole('alert')
  for (const [at, { answer, sentence }] of answers.entries()) {
    const refused = await refuse(page, /\/rpc\/products\/edit/, answer)
    await save.click()
    await expect(alert.filter({ hasText: sentence }), `${at}: ${answer.status}`).toBeVisible()
    await expect(alert.filter({ hasText: 'gateway' })).toHaveCount(0)
    expect(refused.asked(), `${at}: ${answer.status}`).toBe(1)
    await expect(title).toHaveValue('A vase worth waiting for')
    await refused.over()
  }
  // Backstall's own answer that no person is signed in is accepted: sign in and return.
  await page.context().clearCookies()
  await save.click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('textbox', { name: 'Email' }).fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(new RegExp(`/seller/products/edit/${id}`))
  await page.getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(title).toHaveValue('A vase worth waiting for')
  await save.click()
  const titleNow = async () => (await ask<{ title: string }>(seller, 'products/get', { id })).title
  await expect.poll(titleNow).toBe('A vase worth waiting for')
})

test('a picture is retried automatically where that may help, no sooner than asked, and otherwise shows why and is retried by hand', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(answerErrors)
  const { page } = await newSeller('Refused Photographer')
  const picture = await photograph('bowl.jpg', '#335577', 300, 200)
  const begin = async (title: string) => {
    await page.goto('/seller/products/add')
    await fillListing(page, { title, description: 'Useful.', price: '3', stock: '9', category: 'Garden', pictures: [picture] })
  }
  const submit = () => page.getByRole('button', { name: 'Submit for approval' }).click()
  const list = /\/seller\/products(\?|$)/
  const times: number[] = []
  await page.route(/\/images\?name=/, async (route) => {
    const isSent = route.request().method() === 'POST'
    if (isSent && times.push(Date.now()) === 1)
      await route.fulfill({ ...own(503, 'unavailable', unreachable), headers: { 'retry-after': '2' } })
    else await route.continue()
  })
  await begin('A bowl that comes by itself')
  await submit()
  await expect(page).toHaveURL(list, { timeout: 60_000 })
  expect(times.length).toBeGreaterThan(1)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(2_000)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const refused = await refuse(page, /\/images\?name=/, foreign(403))
  await begin('A bowl that is tried again')
  await expect(page.getByText(`“bowl.jpg”: ${notAllowed}`, { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('main')).not.toContainText('gateway')
  expect(refused.asked()).toBe(1)
  await refused.over()
  await submit()
  await expect(page).toHaveURL(list, { timeout: 60_000 })
})

test('a chat message is retried automatically where that may help, no sooner than asked, and otherwise shows why and is sent by hand', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(answerErrors)
  // Errors of the live stream, which stays away, and of queries while the network is away for a moment.
  pageErrors.allow(/net::ERR_/)
  const seller = await newSeller('Refused Talker')
  const { page } = seller
  await page.goto('/chat')
  await expect(live(page)).toBeVisible()
  // A stream that breaks on a busy machine and reconnects sends the outbox at once; here it stays away.
  await page.route(/\/api\/live/, (route) => route.abort())
  const id = await chatOf(seller)
  const sent: string[] = []
  const address = /\/rpc\/chats\/send/
  for (const [at, { answer, pause }] of [
    { answer: foreign(503), pause: 0 },
    { answer: foreign(429, { 'retry-after': '3' }), pause: 3_000 },
  ].entries()) {
    const times: number[] = []
    await page.route(address, async (route) => {
      times.push(Date.now())
      if (times.length === 1) await route.fulfill(answer)
      else await route.continue()
    })
    sent.push(`By itself ${at}`)
    const answered = page.waitForResponse(address)
    await say(page, `By itself ${at}`)
    await answered
    // A network that goes and returns does not shorten the pause the server asked for.
    if (pause > 0) for (const isOffline of [true, false]) await page.context().setOffline(isOffline)
    await expect.poll(() => backstall.inDatabase((sql) => wordsIn(sql, id)), { timeout: 60_000 }).toEqual(sent)
    expect((times[1] ?? 0) - (times[0] ?? 0), `${at}: ${answer.status}`).toBeGreaterThanOrEqual(pause)
    await page.unroute(address)
  }
  const refused = await refuse(page, address, foreign(401))
  await say(page, 'By hand')
  const alert = logOf(page).getByRole('alert')
  await expect(alert).toContainText('Not sent. Sign in to continue.')
  await expect(alert).not.toContainText('gateway')
  expect(refused.asked()).toBe(1)
  expect(await backstall.inDatabase((sql) => wordsIn(sql, id))).toEqual(sent)
  await refused.over()
  await alert.getByRole('button', { name: 'Try again' }).click()
  sent.push('By hand')
  await expect.poll(() => backstall.inDatabase((sql) => wordsIn(sql, id)), { timeout: 60_000 }).toEqual(sent)
  await expect(alert).toHaveCount(0)
})

test('whatever answer the session check gets, no person is sent to sign in, and the screen loads by itself', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(answerErrors)
  const seller = await newSeller('Doubted Seller')
  await listed(seller, 'A known lamp')
  const { page } = seller
  // A page without bootstrap data, so that the browser has to ask.
  await page.route('**/seller/products', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/<script[^>]*id="known".*?<\/script>/s, '') })
  })
  // Without a cached current user, too.
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  })
  // It repeats the question after seconds; the test does not wait for them.
  await page.clock.install()
  const comes = (what: Locator, about: string) =>
    expect(async () => {
      await page.clock.fastForward(1_000)
      await expect(what, about).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 30_000 })
  for (const [at, { answer }] of answers.entries()) {
    const refused = await refuse(page, /\/rpc\/users\/me/, answer)
    await page.goto('/seller/products')
    await comes(page.getByRole('heading', { level: 1, name: 'The service cannot be reached' }), `${at}: ${answer.status}`)
    await expect(page).toHaveURL(/\/seller\/products$/)
    expect(refused.asked()).toBeGreaterThan(0)
    await refused.over()
    await comes(page.getByRole('link', { name: 'A known lamp' }).first(), `${at}: ${answer.status}`)
    await expect(page).toHaveURL(/\/seller\/products/)
  }
})
