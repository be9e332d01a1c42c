import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumEnvironment, chromiumFlags, chromiumPath, unpackChromium } from '../scripts/chromium.ts'

/** A real browser, as the journeys use it. */
export async function openBrowser(): Promise<Browser> {
  await unpackChromium()
  return chromium.launch({ executablePath: chromiumPath, args: chromiumFlags, env: { ...chromiumEnvironment } })
}

const urlOf = (port: number) => `http://127.0.0.1:${port}`

/** A separate browser for a signed-in person, with an empty cache. */
export async function browserOf(browser: Browser, port: number, cookie: string): Promise<BrowserContext> {
  return await letIn(await browser.newContext({ baseURL: urlOf(port) }), port, cookie)
}

/** A signed-in person's browser with its profile on disk, which persists until the next visit. Ends with its context. */
export async function ownBrowser(port: number, cookie: string): Promise<BrowserContext> {
  await unpackChromium()
  const how = { executablePath: chromiumPath, args: chromiumFlags, env: { ...chromiumEnvironment }, baseURL: urlOf(port) }
  return await letIn(await chromium.launchPersistentContext('', how), port, cookie)
}

async function letIn(context: BrowserContext, port: number, cookie: string): Promise<BrowserContext> {
  const url = urlOf(port)
  const pairs = cookie
    .split('; ')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url }))
  await context.addCookies(pairs)
  return context
}

/** Waits until this expression is true in the page. Polls from here, because the policy of the page forbids evaluating text as code. */
export async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await wait(200)
}
