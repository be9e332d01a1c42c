import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Less than half the size of `axe.source`, which is sent to each page that is checked. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const

/** Waits until a change of the window's size is drawn and animations have ended: half-transparent text has half its contrast. */
const stands = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    // The document's own list leaves out shadow trees, such as that of the chat widget.
    const trees = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
    const moving = trees
      .flatMap((tree) => tree.getAnimations())
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })

/** axe's findings, one per line, without the details of passed rules, which take most of its time. */
async function look(page: Page, rules?: string[]): Promise<string[]> {
  await stands(page)
  const { violations } = await page.evaluate(
    (runOnly) => window.axe.run({ resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) }),
    rules,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
  )
}

/** Findings that axe makes twice: a toast that appears during the check is half transparent for a moment. */
async function findingsIn(page: Page, rules?: string[]): Promise<string[]> {
  const found = await look(page, rules)
  return found.length === 0 ? found : await look(page, rules)
}

/** Shows the page in a theme without a click; the page about the API follows the system's theme. */
async function showIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // Until it is drawn, the page may set its own theme once more.
  await stands(page)
  await page.evaluate((shown) => document.documentElement.setAttribute('data-theme', shown), theme)
}

/** All findings on the open page in the current theme, and its colour findings in the other theme. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const isDark = (await page.locator('html').getAttribute('data-theme')) === 'dark'
  const shown = await findingsIn(page)
  await showIn(page, isDark ? 'light' : 'dark')
  const other = await findingsIn(page, ['color-contrast', 'link-in-text-block'])
  await expect(page.locator('html')).toHaveAttribute('data-theme', isDark ? 'light' : 'dark')
  await showIn(page, isDark ? 'dark' : 'light')
  return [...shown, ...other.map((finding) => `in the other theme, ${finding}`)]
}

const overhang = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Waits until nothing reaches past the window's side: after a change of its size, React redraws the layout a moment later. */
export const expectNoOverhang = (page: Page, what = 'the page') =>
  expect.soft.poll(() => overhang(page), { message: `${what} scrolls sideways` }).toBeLessThanOrEqual(0)

/** Checks the open page, wide and narrow, in both themes. */
export async function checkBothSizes(page: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect.soft(await findings(page), `${what}, ${size.width} px`).toEqual([])
    await expectNoOverhang(page, `${what}, ${size.width} px wide,`)
  }
  await page.setViewportSize(sizes[0])
}

export async function darken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
}

/** Presses Tab until this control has the focus. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible()
  for (let steps = 0; !(await place.evaluate((element) => element === document.activeElement)); steps += 1) {
    if (steps > 80) throw new Error(`The Tab key never came to ${place}.`)
    await page.keyboard.press('Tab')
  }
}
