import { startBackstall } from './backstall.ts'
import { ownBrowser } from './browser.ts'
import type { Measured } from './figures.ts'
import { becomeRegular, visit, visits } from './first-row.ts'
import { median } from './rounds.ts'

/**
 * From the navigation to the first product of the queue where nobody answers: the worker stands in for the page, and what was seen for the list.
 * The server really ends: the "offline" that drives a browser refuses a
 * navigation although the worker is in charge.
 */
export async function measureWithoutNetwork(dataDir: string, cookie: string, rounds: number): Promise<Measured[]> {
  const backstall = await startBackstall(dataDir)
  const context = await ownBrowser(backstall.port, cookie)
  try {
    await becomeRegular(context)
    await backstall.stop()
    // The very first one without a server warms up what stands in for it.
    await visit(context)
    const all = await visits(context, rounds)
    return [{ name: 'first-row-offline', value: median(all), about: '', rounds: all }]
  } finally {
    await context.close()
  }
}
