import type { Page } from '@playwright/test'
import { browserOf, openBrowser, until } from './browser.ts'
import type { Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import type { Stage } from './stage.ts'

/** Lists of 2,000, 2,000 and 1,000 products (the maximum length of a list), one after the other in one tab. */
const lists = [
  ['status=approved&sort=newest&pages=40', 2_000],
  ['status=approved&sort=price&pages=40', 2_000],
  ['status=approved&sort=title&pages=20', 1_000],
] as const

const storedBytes = `(async () => {
  const database = await new Promise((resolve) => { const asked = indexedDB.open('backstall-seen'); asked.onsuccess = () => resolve(asked.result) })
  const [owner] = await new Promise((resolve) => { const asked = database.transaction('owner').objectStore('owner').getAll(); asked.onsuccess = () => resolve(asked.result) })
  database.close()
  return owner.bytes
})()`

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** What a browser stores of 5,000 products that a person scrolled through, in the page's memory and on the device. In megabytes. */
export async function measureBrowsed({ backstall, cookie }: Stage, _load: LoadGenerator): Promise<Measured[]> {
  await using browser = await openBrowser()
  const page = await (await browserOf(browser, backstall.port, cookie)).newPage()
  const heaps: number[] = []
  for (const [search, count] of lists) {
    await page.goto(`/admin/product-approval?${search}`)
    await until(page, `document.querySelectorAll('main li a[data-id]').length >= ${count}`)
    heaps.push((await heapOf(page)) / 1e6)
  }
  // Pending writes are flushed when the tab goes into the background, or a moment later.
  await page.waitForTimeout(1_000)
  const stored = Number(await page.evaluate(storedBytes)) / 1e6
  const about = 'after 5,000 products'
  return [
    { name: 'browsed-heap', value: Math.max(...heaps), about, rounds: heaps },
    { name: 'browsed-kept', value: stored, about, rounds: [stored] },
  ]
}
