import { expect, type Page } from '@playwright/test'

/** Everything that the browser keeps for this site and its scripts can read, as one text. */
export const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        // It was removed meanwhile, and looking must not make it again.
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

/** A kept answer to a question about one thing: "call id", the status that it tells, and whether the server has yet to be asked for it. */
export type KeptAnswer = { question: string; status: string | undefined; isDoubted: boolean }

/** What the browser keeps of questions about one thing. */
export const answersIn = (page: Page): Promise<KeptAnswer[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
      const opening = indexedDB.open('backstall-seen')
      // The page has not made it yet, and looking must not make it before.
      opening.onupgradeneeded = () => {
        opening.onerror = () => resolve(null)
        opening.transaction?.abort()
      }
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    if (!database) return []
    const reading = database.transaction(['rows', 'sizes'])
    const all = <Row>(store: string) =>
      new Promise<Row[]>((resolve) => {
        const asked = reading.objectStore(store).getAll()
        asked.onsuccess = () => resolve(asked.result)
      })
    const [rows, sizes] = await Promise.all([all<{ hash: string; text: string }>('rows'), all<{ hash: string; doubted?: number }>('sizes')])
    database.close()
    const doubted = new Set(sizes.filter((size) => size.doubted !== undefined).map(({ hash }) => hash))
    return rows.flatMap(({ hash, text }) => {
      const [path, about]: [string[], { input?: { id?: string } }] = JSON.parse(hash)
      const id = about?.input?.id
      return id ? [{ question: `${path.at(-1)} ${id}`, status: JSON.parse(text)?.status, isDoubted: doubted.has(hash) }] : []
    })
  })

/** The addresses of what the worker keeps, and in which caches. */
export const filesIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
    return all.flat()
  })

/** Waits until the worker is in charge and has what this window loaded, the screen of this name included. */
export async function workerHas(page: Page, screen: string): Promise<void> {
  const ready = async () => {
    const isInCharge = await page.evaluate(() => navigator.serviceWorker.controller !== null)
    return isInCharge && (await filesIn(page)).some((url) => url.includes(`/assets/${screen}-`) && url.endsWith('.js'))
  }
  await expect.poll(ready, { message: `The worker has ${screen}.`, timeout: 90_000, intervals: [200] }).toBe(true)
}

/** Waits until nothing of these is kept any more: a sign-out goes on though a slow browser has not removed all of it yet. */
export async function nothingIsKeptOf(page: Page, ...traces: string[]): Promise<void> {
  const left = async () => {
    const kept = await keptIn(page)
    return traces.filter((trace) => kept.includes(trace))
  }
  await expect.poll(left, { message: 'what is still kept', timeout: 30_000 }).toEqual([])
}
