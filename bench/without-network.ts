import { startBackstall } from './backstall.ts'
import { ownBrowser } from './browser.ts'
import type { Measured } from './figures.ts'
import { becomeRegular, visit, visits } from './first-row.ts'
import { median } from './rounds.ts'

/**
 * From the navigation to the first product of the queue while the server is down: the page comes from the worker, the list from the offline cache.
 * The server is really stopped: the "offline" switch of the browser driver refuses a navigation although the worker is active.
 */
export async function measureWithoutNetwork(dataDir: string, cookie: string, rounds: number): Promise<Measured[]> {
  const backstall = await startBackstall(dataDir)
  await using context = await ownBrowser(backstall.port, cookie)
  await becomeRegular(context)
  await backstall.stop()
  // The very first one without a server warms up the worker.
  await visit(context)
  const all = await visits(context, rounds)
  return [{ name: 'first-row-offline', value: median(all), about: '', rounds: all }]
}
