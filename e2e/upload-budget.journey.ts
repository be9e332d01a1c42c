import type { Page } from '@playwright/test'
import { openForwardingProxy } from './forwarding-proxy.ts'
import { expect, test } from './journey.ts'
import { photograph } from './pictures.ts'

test.describe.configure({ timeout: 480_000 })

const minute = 60_000
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
/** The page's clock: it runs by itself, and can be moved forward. */
const timeOn = (page: Page): Promise<number> => page.evaluate(() => Date.now())

/** Moves the page's clock forward in steps small enough for each pause to end on time, until a condition is met. Returns how much time has passed. */
async function waitOn(page: Page, isSo: (passed: number) => Promise<boolean> | boolean, step = 5_000): Promise<number> {
  const started = await timeOn(page)
  let passed = 0
  while (!(await isSo(passed))) {
    expect(passed, 'time that has passed on the page').toBeLessThan(40 * minute)
    await page.clock.fastForward(step)
    passed = (await timeOn(page)) - started
  }
  return passed
}

/** A person about to choose a profile picture. They have no live stream, because hours would pass for it in seconds. */
async function openProfile(page: Page, url: string): Promise<void> {
  await page.clock.install()
  await page.route(/\/api\/live/, (route) => route.abort())
  await page.goto(`${url}/profile`)
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
}

test('an upload without an answer fails within ten minutes, not counting time offline, and arrives when it is tried again', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|Failed to load resource/)
  let isSilent = true
  const asked: string[] = []
  const proxy = await openForwardingProxy(backstall.url, {
    bars: ({ method = '', url = '' }) => {
      if (!url.startsWith('/api/account/avatar?')) return null
      asked.push(method)
      return isSilent ? 'silent' : null
    },
  })
  const { page, context } = await newSeller('Unanswered Seller')
  await openProfile(page, proxy.url)
  await page.getByLabel('Picture', { exact: true }).setInputFiles(await photograph('face.jpg', '#885522', 300, 300))
  await expect.poll(() => asked).toEqual(['POST'])
  const before = await waitOn(page, (passed) => passed > 4 * minute)

  await context.setOffline(true)
  // Until the attempt under way and the pause after it have ended, time counts, so that it goes in small steps. Later no pause has to end on time.
  const ending = await waitOn(page, (passed) => passed > 2 * minute)
  const away = ending + (await waitOn(page, (passed) => passed > 28 * minute, minute))
  await expect(page.getByText('Waiting for the network to send face.jpg')).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
  const askedBefore = asked.length
  await context.setOffline(false)
  await expect.poll(() => asked.length).toBeGreaterThan(askedBefore)

  const after = await waitOn(page, async () => (await alert(page).count()) > 0)
  await expect(alert(page)).toContainText('The upload failed. Check your connection, then try again.')
  expect(away).toBeGreaterThan(30 * minute)
  // Tolerance: the attempt in flight when the network went down, the pause after it, and the last one, which would have ended too late.
  expect(before + after).toBeGreaterThan(7 * minute)
  expect(before + after).toBeLessThan(10.75 * minute)
  // Each attempt got its minute; there is no flood of requests.
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.length).toBeLessThan(20)

  isSilent = false
  await alert(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Your picture is saved.')).toBeVisible({ timeout: 30_000 })
  await expect(alert(page)).toHaveCount(0)
  await proxy.close()
})

test('an upload is retried no sooner than the server asks, and the last answer is shown when it fails', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|Failed to load resource|^503 from/)
  const { page } = await newSeller('Patient Seller')
  await openProfile(page, backstall.url)
  const times: number[] = []
  await page.route(/\/api\/account\/avatar\?/, async (route) => {
    times.push(await timeOn(page))
    const body = { error: 'The store is being moved.', code: 'unavailable' }
    await route.fulfill({ status: 503, headers: { 'retry-after': '120' }, json: body })
  })
  await page.getByLabel('Picture', { exact: true }).setInputFiles(await photograph('face.jpg', '#885522', 300, 300))
  const passed = await waitOn(page, async () => (await alert(page).count()) > 0)
  expect(passed).toBeLessThan(10.75 * minute)
  expect(times.length).toBeGreaterThan(3)
  expect(times.length).toBeLessThan(6)
  for (const [at, time] of times.slice(1).entries()) expect(time - (times[at] ?? 0)).toBeGreaterThanOrEqual(2 * minute)
  await expect(alert(page)).toContainText('The store is being moved.')
  await expect(alert(page).getByRole('button', { name: 'Try again' })).toBeVisible()
})
