import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { browserOf, openBrowser } from './browser.ts'
import type { Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { median } from './rounds.ts'
import type { Stage } from './stage.ts'
import type { Effort } from './throughput.ts'

const settleMs = 300

/** Notes when the first product of the queue was painted, counted from the navigation. */
export const noteFirstRow = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main li a[data-id]')) return
    observer.disconnect()
    requestAnimationFrame(() => { window.firstRowAt = performance.now() })
  }).observe(document, { childList: true, subtree: true })`

/** Opens the queue in a tab of its own; answers how long its first product took, in milliseconds. */
export async function visit(context: BrowserContext, before: (page: Page) => Promise<unknown> = () => wait(settleMs)): Promise<number> {
  const page = await context.newPage()
  await page.goto('/admin/product-approval')
  const handle = await page.waitForFunction(() => (globalThis as { firstRowAt?: number }).firstRowAt)
  const ms = Number(await handle.jsonValue())
  // The browser files away what it loaded, for the next visit.
  await before(page)
  await page.close()
  return ms
}

/** From the navigation to the first product of the queue: with nothing cached, and when the same browser comes again. */
export async function measureFirstRow({ backstall, cookie }: Stage, _load: LoadGenerator, { rounds }: Effort): Promise<Measured[]> {
  const browser = await openBrowser()
  const all: { first: number; again: number }[] = []
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const context = await browserOf(browser, backstall.port, cookie)
      await context.addInitScript(noteFirstRow)
      const first = await visit(context)
      // The third visit is the one a person makes every day: what the browser prepares, it prepares on the second.
      await visit(context)
      const again = await visit(context)
      // The very first one warms up the browser and the server.
      if (round > 0) all.push({ first, again })
      await context.close()
    }
  } finally {
    await browser.close()
  }
  const of = (what: 'first' | 'again') => ({ value: median(all.map((round) => round[what])), about: '', rounds: all })
  return [
    { name: 'first-row', ...of('first') },
    { name: 'first-row-again', ...of('again') },
  ]
}
