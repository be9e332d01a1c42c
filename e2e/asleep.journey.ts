import type { Browser, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { ask, listed } from './shelf.ts'

test.describe.configure({ timeout: 400_000 })

/** The processes in which this browser runs its pages. */
async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** Writes down, from now on, what the status line says together with how the row stands, each time either changes. */
const watch = (page: Page, title: string) =>
  page.evaluate((name) => {
    const seen: string[] = []
    const look = () => {
      const row = [...document.querySelectorAll('tr')].find(({ textContent }) => textContent?.includes(name))?.textContent ?? ''
      const line = document.querySelector('header')?.textContent ?? ''
      const now = `${/Live|Catching up|Offline/.exec(line)?.[0]}, ${/Approved|Pending/.exec(row)?.[0]}`
      if (seen.at(-1) !== now) seen.push(now)
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    Object.assign(window, { seenSinceThen: seen })
  }, title)
const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seenSinceThen: string[] }).seenSinceThen)

for (const [how, forgets] of [
  ['while what it missed is kept', false],
  ['for longer than what it missed is kept', true],
] as const)
  test(`a browser that sleeps ${how} says "Live" only of what is true when it wakes`, async ({
    newSeller,
    admin,
    backstall,
    browser,
    complaints,
  }) => {
    complaints.allow(/net::ERR|Failed to load resource/)
    const seller = await newSeller(`Sleeper ${forgets}`)
    const desk = await admin(`Wakeful Desk ${forgets}`)
    const { page } = seller
    const product = await listed(seller, 'A pillow')
    await page.goto('/seller/products')
    const row = page.getByRole('row').filter({ hasText: 'A pillow' })
    await expect(row).toContainText('Pending')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await watch(page, 'A pillow')
    expect(await seenOn(page)).toEqual(['Live, Pending'])
    // What is answered slowly shows what is said meanwhile.
    await page.route(/\/rpc\/products\/list/, async (route) => {
      const answer = await route.fetch()
      await expect.poll(async () => (await seenOn(page)).length, { timeout: 30_000 }).toBeGreaterThan(1)
      await route.fulfill({ response: answer })
    })

    const renderers = await renderersOf(browser)
    for (const id of renderers) process.kill(id, 'SIGSTOP')
    try {
      await backstall.kill()
      await backstall.start()
      await ask(desk, 'products/approve', { id: product.id, status: 'pending', version: product.version })
      const told = () =>
        backstall.inDatabase(
          (sql) => sql`
        select 1 from feed where kind = 'product.approve' and item_id = ${product.id} and position <= (select min(position) from consumers)`,
        )
      await expect.poll(async () => (await told()).length, { timeout: 60_000 }).toBe(1)
      if (forgets) await backstall.inDatabase((sql) => sql`delete from feed where position <= (select min(position) from consumers)`)
    } finally {
      for (const id of renderers) process.kill(id, 'SIGCONT')
    }

    await expect(row).toContainText('Approved', { timeout: 60_000 })
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
    const seen = await seenOn(page)
    // What stood there when it fell asleep stands until it notices; from then on it is not said again.
    expect(seen.slice(1)).not.toContain('Live, Pending')
    expect(seen.at(-1)).toBe('Live, Approved')
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  })
