import type { Browser, Page } from '@playwright/test'
import { expect, live, test } from './journey.ts'
import { approve, listed } from './shelf.ts'

test.describe.configure({ timeout: 400_000 })

/** The processes in which this browser runs its pages. */
async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** Records from now on the status line together with the product's row, each time either changes. */
const watch = (page: Page, title: string) =>
  page.evaluate((name) => {
    const states: string[] = []
    const look = () => {
      const row = [...document.querySelectorAll('tr')].find(({ textContent }) => textContent?.includes(name))?.textContent ?? ''
      const line = document.querySelector('header')?.textContent ?? ''
      const now = `${/Live|Catching up|Offline/.exec(line)?.[0]}, ${/Approved|Pending/.exec(row)?.[0]}`
      if (states.at(-1) !== now) states.push(now)
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    Object.assign(window, { recordedStates: states })
  }, title)
const statesOn = (page: Page) => page.evaluate(() => (window as unknown as { recordedStates: string[] }).recordedStates)

for (const [how, forgets] of [
  ['for less time than the feed goes back', false],
  ['for longer than the feed goes back', true],
] as const)
  test(`a browser that sleeps ${how} says "Live" only of current data when it wakes`, async ({
    newSeller,
    backstall,
    browser,
    pageErrors,
    absent,
  }) => {
    pageErrors.allow(/net::ERR|Failed to load resource/)
    const seller = await newSeller(`Sleeper ${forgets}`)
    const adminUser = await absent(`Wakeful Desk ${forgets}`, 'admin')
    const { page } = seller
    const product = await listed(seller, 'A pillow')
    await page.goto('/seller/products')
    const row = page.getByRole('row').filter({ hasText: 'A pillow' })
    await expect(row).toContainText('Pending')
    await expect(live(page)).toBeVisible()
    await watch(page, 'A pillow')
    expect(await statesOn(page)).toEqual(['Live, Pending'])
    // Delays the answer until the status line has changed, so that the line shown meanwhile is recorded.
    await page.route(/\/rpc\/products\/list/, async (route) => {
      const answer = await route.fetch()
      await expect.poll(async () => (await statesOn(page)).length, { timeout: 30_000 }).toBeGreaterThan(1)
      await route.fulfill({ response: answer })
    })

    const renderers = await renderersOf(browser)
    for (const id of renderers) process.kill(id, 'SIGSTOP')
    try {
      await backstall.kill()
      await backstall.start()
      await approve(adminUser, product)
      const published = () =>
        backstall.inDatabase(
          (sql) => sql`
        select 1 from feed where kind = 'product.approve' and item_id = ${product.id} and position <= (select min(position) from consumers)`,
        )
      await expect.poll(async () => (await published()).length, { timeout: 60_000 }).toBe(1)
      if (forgets) await backstall.inDatabase((sql) => sql`delete from feed where position <= (select min(position) from consumers)`)
    } finally {
      for (const id of renderers) process.kill(id, 'SIGCONT')
    }

    await expect(row).toContainText('Approved', { timeout: 60_000 })
    await expect(live(page)).toBeVisible({ timeout: 60_000 })
    const states = await statesOn(page)
    // The line from before the sleep stays until the page notices; from then on "Live" is not shown for outdated data.
    expect(states.slice(1)).not.toContain('Live, Pending')
    expect(states.at(-1)).toBe('Live, Approved')
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  })
