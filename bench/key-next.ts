import { setTimeout as wait } from 'node:timers/promises'
import { browserOf, openBrowser } from './browser.ts'
import type { Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { median, quantile } from './rounds.ts'
import type { Stage } from './stage.ts'
import type { Effort } from './throughput.ts'

/** Between two keys of a person who looks at each product (ms), varied so that keys do not fall into step with frames. */
const pause = () => 250 + Math.random() * 300

/** Notes how long after the key "j" the title of the opened product was painted anew (ms). */
const notePainted = `
  window.paintedAfter = []
  let pressedAt = null
  let shown = ''
  addEventListener('keydown', ({ key, timeStamp }) => { if (key === 'j') pressedAt = timeStamp }, { capture: true })
  new MutationObserver(() => {
    const title = document.querySelector('main section h2')?.textContent
    if (!title || title === shown) return
    shown = title
    const from = pressedAt
    pressedAt = null
    if (from === null) return
    // The task after the next frame has been drawn.
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => window.paintedAfter.push(performance.now() - from); port2.postMessage(0) })
  }).observe(document, { childList: true, subtree: true, characterData: true })`

type Noted = { paintedAfter?: number[] }

/** From the key to the next product of the queue, painted, in a real browser. */
export async function measureKeyNext({ backstall, cookie }: Stage, _load: LoadGenerator, { samples }: Effort): Promise<Measured[]> {
  await using browser = await openBrowser()
  const page = await (await browserOf(browser, backstall.port, cookie)).newPage()
  await page.addInitScript(notePainted)
  await page.goto('/admin/product-approval?status=approved')
  await page.locator('main li a[data-id]').first().waitFor()
  for (let pressed = 0; pressed < samples; pressed += 1) {
    await wait(pause())
    await page.keyboard.press('j')
    await page.waitForFunction((count) => (globalThis as Noted).paintedAfter?.length === count, pressed + 1)
  }
  const times = await page.evaluate(() => (globalThis as Noted).paintedAfter ?? [])
  return [
    { name: 'key-next', value: quantile(times, 0.95), about: `${times.length} keys, p50 ${median(times).toFixed(0)} ms`, rounds: times },
  ]
}
