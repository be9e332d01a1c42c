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

type Theme = 'light' | 'dark'

/**
 * axe's findings in a theme, one per line, without the details of passed rules, which take most of its time. It looks once a change of the window's
 * size is drawn and with animations at their end: half-transparent text has half its contrast. The theme is set without a click.
 */
async function look(page: Page, theme: Theme, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations, seenIn } = await page.evaluate(
    async ([shown, runOnly]) => {
      // Until it is drawn, the page may also set its own theme once more.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
      const { dataset } = document.documentElement
      dataset.theme = shown
      // The document's own list leaves out shadow trees, such as that of the chat widget.
      const trees = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
      for (const moving of trees.flatMap((tree) => tree.getAnimations()))
        if (Number.isFinite(moving.effect?.getComputedTiming().endTime)) moving.finish()
      const found = await window.axe.run({ resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) })
      return { violations: found.violations, seenIn: dataset.theme }
    },
    [theme, rules] as const,
  )
  expect(seenIn).toBe(theme)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
  )
}

/** Findings that axe makes twice: a toast that appears during the check is half transparent for a moment. */
async function findingsIn(page: Page, theme: Theme, rules?: string[]): Promise<string[]> {
  const found = await look(page, theme, rules)
  const again = found.length === 0 ? found : await look(page, theme, rules)
  return again.map((finding) => `${theme}, ${finding}`)
}

const shownTheme = async (page: Page): Promise<Theme> =>
  (await page.locator('html').getAttribute('data-theme')) === 'dark' ? 'dark' : 'light'
const otherThan = (theme: Theme): Theme => (theme === 'dark' ? 'light' : 'dark')

/** All findings in one theme and the colour findings in the other one, in which the page is then shown. Only colours depend on the theme. */
async function findingsFrom(page: Page, theme: Theme): Promise<string[]> {
  const found = await findingsIn(page, theme)
  // The page about the API follows the system's theme.
  await page.emulateMedia({ colorScheme: otherThan(theme) })
  return [...found, ...(await findingsIn(page, otherThan(theme), ['color-contrast', 'link-in-text-block']))]
}

/** All findings on the open page in the current theme, and its colour findings in the other theme. */
export async function findings(page: Page): Promise<string[]> {
  const theme = await shownTheme(page)
  const found = await findingsFrom(page, theme)
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((shown) => document.documentElement.setAttribute('data-theme', shown), theme)
  return found
}

const overhang = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Waits until nothing reaches past the window's side: after a change of its size, React redraws the layout a moment later. */
export const expectNoOverhang = (page: Page, what = 'the page') =>
  expect.soft.poll(() => overhang(page), { message: `${what} scrolls sideways` }).toBeLessThanOrEqual(0)

/** Checks the open page, wide and narrow, in both themes. Each size begins in the theme in which the other one ended. */
export async function checkBothSizes(page: Page, what: string): Promise<void> {
  const theme = await shownTheme(page)
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size)
    expect.soft(await findingsFrom(page, at === 0 ? theme : otherThan(theme)), `${what}, ${size.width} px`).toEqual([])
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
