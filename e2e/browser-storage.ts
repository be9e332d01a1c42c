import { expect, type Page } from '@playwright/test'

/** Everything that the browser stores for this site and scripts can read, as one text. */
export const storedIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        // It was deleted meanwhile, and reading must not create it again.
        opening.onupgradeneeded = () => {
          opening.onerror = () => resolve(null)
          opening.transaction?.abort()
        }
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database?.objectStoreNames ?? []) {
        const rows = await new Promise<unknown[]>((resolve) => {
          const reading = (database as IDBDatabase).transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(reading.result)
        })
        found.push(name, store, rows)
      }
      database?.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) found.push(name, request.url, await (await cache.match(request))?.text())
    }
    return JSON.stringify(found)
  })

/** The addresses of all files that the worker cached. */
export const filesIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
    return all.flat()
  })

/** Waits until the worker is active and has cached what this window loaded, including the screen of this name. */
export async function workerHas(page: Page, screen: string): Promise<void> {
  const ready = async () => {
    const isInCharge = await page.evaluate(() => navigator.serviceWorker.controller !== null)
    return isInCharge && (await filesIn(page)).some((url) => url.includes(`/assets/${screen}-`) && url.endsWith('.js'))
  }
  await expect.poll(ready, { message: `The worker has ${screen}.`, timeout: 90_000, intervals: [200] }).toBe(true)
}

/** Waits until none of these texts is stored: a sign-out does not wait until a slow browser has removed everything. */
export async function expectNothingStored(page: Page, ...traces: string[]): Promise<void> {
  const left = async () => {
    const stored = await storedIn(page)
    return traces.filter((trace) => stored.includes(trace))
  }
  await expect.poll(left, { message: 'what is still stored', timeout: 30_000 }).toEqual([])
}
