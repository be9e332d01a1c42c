import type { BrowserContext, Page } from '@playwright/test'
import { startBackstall } from './backstall.ts'
import { browserOf, openBrowser, until } from './browser.ts'
import type { Measured } from './figures.ts'
import { noteFirstRow, visit } from './first-row.ts'
import { median } from './rounds.ts'

/** In words for the browser: the worker is in charge and has the screen, and what was seen is written down. */
const isKept = `(async () => {
  if (!navigator.serviceWorker.controller) return false
  const names = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
  if (!names.flat().some((url) => url.includes('/assets/ApprovalPage-'))) return false
  const database = await new Promise((resolve) => { const asked = indexedDB.open('backstall-seen'); asked.onsuccess = () => resolve(asked.result) })
  const rows = await new Promise((resolve) => { const asked = database.transaction('rows').objectStore('rows').count(); asked.onsuccess = () => resolve(asked.result) })
  database.close()
  return rows > 0
})()`

const untilKept = (page: Page) => until(page, isKept)

/**
 * From the navigation to the first product of the queue where nobody answers: the worker stands in for the page, and what was seen for the list.
 * The server really ends: the "offline" that drives a browser refuses a
 * navigation although the worker is in charge.
 */
export async function measureWithoutNetwork(dataDir: string, cookie: string, rounds: number): Promise<Measured[]> {
  const backstall = await startBackstall(dataDir)
  const browser = await openBrowser()
  try {
    const contexts: BrowserContext[] = []
    // The very first one warms up the browser.
    for (let round = 0; round <= rounds; round += 1) {
      const context = await browserOf(browser, backstall.port, cookie)
      await context.addInitScript(noteFirstRow)
      // The worker comes with the first visit, and has all of the screen after the second.
      await visit(context, untilKept)
      await visit(context, untilKept)
      contexts.push(context)
    }
    await backstall.stop()
    const [, ...all] = await inTurn(contexts, (context) => visit(context))
    return [{ name: 'first-row-offline', value: median(all), about: '', rounds: all }]
  } finally {
    await browser.close()
  }
}

async function inTurn<One, Answer>(all: readonly One[], act: (one: One) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const one of all) answers.push(await act(one))
  return answers
}
