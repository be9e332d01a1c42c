import type { Page, Request } from '@playwright/test'
import { cachedAnswers, storedIn } from './browser-storage.ts'
import { expect, test } from './journey.ts'
import { ask, listed } from './shelf.ts'

// Dozens of products are opened one after another.
test.describe.configure({ timeout: 480_000 })

const opened = (page: Page) => page.getByRole('region', { name: 'Opened product' }).getByRole('heading', { level: 2 })
const live = (page: Page) => page.getByText('Live', { exact: true })
const address = /\/rpc\/products\/(attempts|get|warnings)$/
const questionOf = (request: Request): string => `${request.url().split('/').at(-1)} ${JSON.parse(request.postData() ?? '{}').json?.id}`

/** Sorts questions in the order of `wanted`: the network may reorder what a window asks at one moment. */
const sortedAs = (wanted: readonly string[], questions: readonly string[]): string[] =>
  [...questions].sort((one, other) => wanted.indexOf(one) - wanted.indexOf(other))

/**
 * Holds back these questions in a window until they are released, in order; records the questions, the answers, and how many were held back
 * at once.
 */
async function holdBack(page: Page, wanted: readonly string[]) {
  const isMeant = (request: Request) => address.test(request.url()) && wanted.includes(questionOf(request))
  const [asked, answered]: [string[], string[]] = [[], []]
  const waiting: { question: string; goOn: () => void }[] = []
  let waitingMax = 0
  let isHolding = true
  page.on('response', (answer) => {
    if (isMeant(answer.request())) answered.push(questionOf(answer.request()))
  })
  await page.route(address, async (route) => {
    if (!isMeant(route.request())) return route.continue()
    const question = questionOf(route.request())
    asked.push(question)
    if (isHolding)
      await new Promise<void>((goOn) => {
        waitingMax = Math.max(waitingMax, waiting.push({ question, goOn }))
      })
    // The window may be closed meanwhile.
    await route.continue().catch(() => {})
  })
  const letGo = (count: number) => {
    waiting.sort((one, other) => wanted.indexOf(one.question) - wanted.indexOf(other.question))
    for (const { goOn } of waiting.splice(0, count)) goOn()
  }
  return {
    ...{ answered, letGo },
    /** All questions, or the last `count` of them. */
    asked: (count = asked.length) => sortedAs(wanted, asked.slice(-count)),
    waitingMax: () => waitingMax,
    waitingCount: () => waiting.length,
    letAllGo: () => {
      isHolding = false
      letGo(waiting.length)
    },
  }
}
const unverified = async (page: Page) => (await cachedAnswers(page)).filter(({ isUnverified }) => isUnverified).length

test('nearly two hundred unverified entries are asked for in order, a hundred at once and none twice, even across a cut connection, a closed window and a second one', async ({
  admin,
  newSeller,
  shelf,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404|net::ERR|Failed to load resource/)
  const seller = await newSeller('Lamp Seller')
  // The first page of the queue is confirmed. Each of the others has three cached answers, so that more than a hundred wait when eighty are answered.
  const ids = await shelf(seller, 'Limbo lamp', 115)
  const unverifiedIds = ids.slice(50)
  const wanted = unverifiedIds.flatMap((id) => ['attempts', 'get', 'warnings'].map((call) => `${call} ${id}`))
  const { page, context } = await admin('Thorough Desk')
  const queue = '/admin/product-approval?search=Limbo+lamp'
  const arrived = new Set<string>()
  page.on('requestfinished', (request) => void (address.test(request.url()) && arrived.add(questionOf(request))))
  await page.goto(`${queue}&pages=3&product=${unverifiedIds[0]}`)
  for (const [at, id] of unverifiedIds.entries()) {
    if (at > 0) await page.keyboard.press('j')
    await expect(opened(page)).toHaveText(`Limbo lamp ${at + 51}`)
    await expect
      .poll(() => arrived.has(`attempts ${id}`) && arrived.has(`get ${id}`) && arrived.has(`warnings ${id}`), { intervals: [20] })
      .toBe(true)
  }
  const cachedOf = async () => (await cachedAnswers(page)).filter(({ question }) => wanted.includes(question)).length
  await expect.poll(cachedOf, { timeout: 60_000 }).toBe(wanted.length)
  await page.close()
  // A page without Backstall's code.
  const still = await context.newPage()
  await still.goto('/healthz')

  // While no window is open, some are deleted, and some are decided by a colleague.
  const [deleted, approved] = [ids.slice(50, 90), ids.slice(90)]
  const colleague = await admin('Quick Colleague')
  for (const id of deleted) await ask(seller, 'products/delete', { id })
  for (const id of approved) await ask(colleague, 'products/approve', { id, status: 'pending', version: 1 })

  // The server confirms fifty rows of the cached list, even if a late event makes the window ask for all its pages.
  const first = await context.newPage()
  const one = await holdBack(first, wanted)
  await first.goto(queue)
  await expect.poll(() => one.waitingCount(), { timeout: 30_000 }).toBe(100)
  expect(one.asked()).toEqual(wanted.slice(0, 100))
  one.letGo(30)
  await expect.poll(() => one.asked().length, { timeout: 30_000 }).toBe(130)
  expect(one.asked()).toEqual(wanted.slice(0, 130))
  expect(one.waitingCount()).toBe(100)

  // The connection is cut: unanswered questions are repeated when it is back, after one that goes ahead.
  await context.setOffline(true)
  one.letGo(100)
  await expect(first.getByText('Offline', { exact: true })).toBeVisible({ timeout: 30_000 })
  await context.setOffline(false)
  await expect.poll(() => one.waitingCount(), { timeout: 60_000 }).toBe(1)
  expect(one.asked(1)).toEqual(wanted.slice(30, 31))
  one.letGo(1)
  await expect.poll(() => one.waitingCount(), { timeout: 60_000 }).toBe(100)
  expect(one.asked(100)).toEqual(wanted.slice(31, 131))

  // The window is closed; the next one continues, and a third beside it asks for none of it again.
  one.letGo(50)
  await expect.poll(() => unverified(still), { timeout: 30_000 }).toBe(wanted.length - 81)
  await first.close()
  const [second, third] = [await context.newPage(), await context.newPage()]
  const two = await holdBack(second, wanted)
  const beside = await holdBack(third, wanted)
  await second.goto(queue)
  await expect.poll(() => two.waitingCount(), { timeout: 30_000 }).toBe(100)
  expect(two.asked()).toEqual(wanted.slice(81, 181))
  await third.goto(queue)
  await expect(live(third)).toBeVisible({ timeout: 30_000 })
  two.letAllGo()
  await expect.poll(() => unverified(still), { timeout: 120_000 }).toBe(0)
  await expect.poll(() => sortedAs(wanted, [...one.answered, ...two.answered])).toEqual(wanted)
  expect([two.asked(), beside.asked()]).toEqual([wanted.slice(81), []])
  for (const { waitingMax } of [one, two]) expect(waitingMax()).toBe(100)

  // Entries of deleted products are gone, and those of products decided meanwhile are current.
  const entries = await cachedAnswers(still)
  expect(entries.filter(({ question }) => deleted.some((id) => question.endsWith(id)))).toEqual([])
  const statuses = approved.map((id) => entries.find(({ question }) => question === `get ${id}`)?.status)
  expect(new Set(statuses)).toEqual(new Set(['approved']))
  await expect(third.getByText('Limbo lamp 61', { exact: true })).toHaveCount(0)
})

test('entries of a product that is deleted, or now belongs to another seller, are removed, even if the list came with the page', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404/)
  const seller = await newSeller('Forgetful Seller')
  const rival = await newSeller('Lucky Rival')
  const { page, context } = seller
  const titles = ['Given anchor', 'Lost anchor', 'Own anchor'] as const
  const [given, lost, own] = await Promise.all(titles.map(async (title) => (await listed(seller, title)).id))
  for (const [at, id] of [given, lost, own].entries()) {
    await page.goto(`/seller/products/edit/${id}`)
    await expect(page.getByLabel(/^Title\b/).first()).toHaveValue(titles[at] ?? '')
    await expect.poll(async () => (await cachedAnswers(page)).map(({ question }) => question)).toContain(`get ${id}`)
  }
  await page.goto('/seller/products')
  await expect(live(page)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect.poll(() => storedIn(page)).toMatch(/products\W+list/)
  await page.close()
  const owner = rival.email
  await backstall.inDatabase(
    (sql) => sql`update products set seller_id = (select id from users where email = ${owner}) where id = ${given ?? ''}`,
  )
  await ask({ ...seller, page: rival.page }, 'products/get', { id: given })

  const later = await context.newPage()
  await ask({ page: later, url: seller.url }, 'products/delete', { id: lost })
  await later.goto('/seller/products')
  await expect(later.getByRole('link', { name: 'Own anchor' }).first()).toBeVisible()
  const ids = async () => [...new Set((await cachedAnswers(later)).map(({ question }) => question.split(' ')[1]))]
  await expect.poll(ids).toEqual([own])
  await expect(later.getByText(/Given anchor|Lost anchor/)).toHaveCount(0)
})
