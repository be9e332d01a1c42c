import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { browserOf, openBrowser, ownBrowser, until } from './browser.ts'
import type { Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { median } from './rounds.ts'
import type { Stage } from './stage.ts'
import type { Effort } from './throughput.ts'

const settleMs = 300
/** The minimum time a person stays: enough for the browser's idle work. */
const stayMs = 2_000

/** Notes when the first product of the queue was painted, counted from the navigation. */
const noteFirstRow = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main li a[data-id]')) return
    observer.disconnect()
    requestAnimationFrame(() => { window.firstRowAt = performance.now() })
  }).observe(document, { childList: true, subtree: true })`

/** Opens the queue in a new tab and returns how long its first product took, in milliseconds. */
export async function visit(context: BrowserContext, before: (page: Page) => Promise<unknown> = () => wait(settleMs)): Promise<number> {
  const page = await context.newPage()
  await page.goto('/admin/product-approval')
  const handle = await page.waitForFunction(() => (globalThis as { firstRowAt?: number }).firstRowAt)
  const ms = Number(await handle.jsonValue())
  // The browser stores what it loaded for the next visit.
  await before(page)
  await page.close()
  return ms
}

/** Expression for the browser: the worker is active and has the files of the screen, and the offline cache is written. */
const isCached = `(async () => {
  if (!navigator.serviceWorker.controller) return false
  const names = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
  if (!names.flat().some((url) => url.includes('/assets/ApprovalPage-'))) return false
  const database = await new Promise((resolve) => { const asked = indexedDB.open('backstall-seen'); asked.onsuccess = () => resolve(asked.result) })
  const rows = await new Promise((resolve) => { const asked = database.transaction('rows').objectStore('rows').count(); asked.onsuccess = () => resolve(asked.result) })
  database.close()
  return rows > 0
})()`

const untilCached = (page: Page) => until(page, isCached)

/** Turns this browser into one of a daily visitor: the worker is active and everything for further visits is prepared. */
export async function becomeRegular(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteFirstRow)
  // The worker is installed on the first visit and has the whole screen after the second; the third is the first to find everything there.
  for (let visited = 0; visited < 3; visited += 1) await visit(context, untilCached)
  await visit(context, () => wait(stayMs))
}

/** Makes this many visits one after the other, each timed. */
export async function visits(context: BrowserContext, count: number): Promise<number[]> {
  const all: number[] = []
  while (all.length < count) all.push(await visit(context))
  return all
}

/** From the navigation to the first product of the queue: with an empty cache, and on a repeated visit. */
export async function measureFirstRow({ backstall, cookie }: Stage, _load: LoadGenerator, { rounds }: Effort): Promise<Measured[]> {
  await using browser = await openBrowser()
  await using own = await ownBrowser(backstall.port, cookie)
  const all: { first: number; again: number }[] = []
  await becomeRegular(own)
  for (let round = 0; round <= rounds; round += 1) {
    const context = await browserOf(browser, backstall.port, cookie)
    await context.addInitScript(noteFirstRow)
    const first = await visit(context)
    await context.close()
    const again = await visit(own)
    // The very first one warms up the browser and the server.
    if (round > 0) all.push({ first, again })
  }
  const of = (what: 'first' | 'again') => ({ value: median(all.map((round) => round[what])), about: '', rounds: all })
  return [
    { name: 'first-row', ...of('first') },
    { name: 'first-row-again', ...of('again') },
  ]
}
