import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { browserOf, openBrowser } from './browser.ts'
import type { Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { signedIn } from './people.ts'
import { median, quantile } from './rounds.ts'
import { addPending, idOf } from './seed.ts'
import type { Stage } from './stage.ts'
import type { Effort } from './throughput.ts'

const seller = idOf('seller', 7)
/** This many fit on one page of the seller's list and stay visible. */
const atOnce = 20
/** The shortest time between two decisions of one person (ms), varied so that people do not act in step. */
const pause = () => 300 + Math.random() * 400

/** Notes when a person clicked, on a clock that all pages share. */
const noteClicks = `addEventListener('click', () => { window.clickedAt = performance.timeOrigin + performance.now() }, { capture: true })`
/** Notes for each row that was pending when "Approved" was first painted in it. */
const noteApproved = `
  window.approvedAt = []
  const pending = new WeakSet()
  new MutationObserver(() => requestAnimationFrame(() => {
    for (const row of document.querySelectorAll('tbody tr')) {
      if (row.textContent.includes('Pending')) pending.add(row)
      else if (pending.delete(row) && row.textContent.includes('Approved')) window.approvedAt.push(performance.timeOrigin + performance.now())
    }
  })).observe(document, { childList: true, subtree: true, characterData: true })`

type Noted = { clickedAt?: number; approvedAt?: number[] }

/** Milliseconds from one person's click on "Approve" to the change on the other person's screen. */
async function decide(admin: Page, watching: Page, count: number): Promise<number[]> {
  const times: number[] = []
  const approve = admin.getByRole('button', { name: 'Approve', exact: true })
  for (let done = 0; done < count; done += 1) {
    await wait(pause())
    await approve.click()
    const shown = await watching.waitForFunction((at) => (globalThis as Noted).approvedAt?.[at], done)
    const clickedAt = await admin.evaluate(() => (globalThis as Noted).clickedAt)
    times.push(Number(await shown.jsonValue()) - Number(clickedAt))
  }
  return times
}

/** A seller views their list while an admin decides on the products, each in their own browser. */
export async function measureScreen(stage: Stage, _load: LoadGenerator, { samples }: Effort): Promise<Measured[]> {
  const { backstall, cookie, sql } = stage
  const [sellerCookie = ''] = await signedIn(stage, [seller])
  await using browser = await openBrowser()
  const admin = await (await browserOf(browser, backstall.port, cookie)).newPage()
  const watching = await (await browserOf(browser, backstall.port, sellerCookie)).newPage()
  await admin.addInitScript(noteClicks)
  await watching.addInitScript(noteApproved)
  const times: number[] = []
  for (let round = 0; times.length < samples; round += 1) {
    const ids = await addPending(sql.backstall, `screen-${round}`, atOnce, true, seller)
    await watching.goto('/seller/products')
    await watching.getByRole('row').nth(atOnce).waitFor()
    await admin.goto(`/admin/product-approval?seller=${seller}&product=${ids.at(-1)}`)
    times.push(...(await decide(admin, watching, atOnce)))
    // Otherwise the next round's products are listed among these, and the last of them are out of sight.
    await sql.backstall`update products set created_at = created_at - interval '1 year' where id = any(${ids})`
  }
  const about = `${times.length} decisions, p50 ${median(times).toFixed(0)} ms`
  return [{ name: 'screen', value: quantile(times, 0.99), about, rounds: times }]
}
