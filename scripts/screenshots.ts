import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromiumEnvironment, chromiumFlags, chromiumPath, unpackChromium } from './chromium.ts'

/** The password of everyone in `npm run demo`. */
const password = 'harbour-and-hill'
const admin = 'support@example.com'
const seller = 'ingrid.solberg@example.com'
const folder = join(import.meta.dirname, '..', 'docs', 'screenshots')

/** Until charts, images and lists that arrive later are drawn, in milliseconds. */
const settleMs = 2_500

type Picture = { name: string; path: string; who?: string; dark?: true; phone?: true; prepare?: (page: Page) => Promise<void> }

/** Opens the first row of the queue, and waits for its images. */
async function openFirst(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
}

const pictures: Picture[] = [
  { name: 'dashboard', path: '/admin/dashboard' },
  { name: 'approval', path: '/admin/product-approval', prepare: openFirst },
  { name: 'approval-dark', path: '/admin/product-approval', dark: true, prepare: openFirst },
  { name: 'approval-phone', path: '/admin/product-approval', phone: true, prepare: openFirst },
  { name: 'edit-requests', path: '/admin/edit-requests', prepare: openFirst },
  { name: 'sales', path: '/admin/sales' },
  { name: 'orders', path: '/admin/orders' },
  {
    name: 'palette',
    path: '/admin/products',
    prepare: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      await page.getByRole('combobox', { name: 'Search' }).fill('oak')
      await page.getByRole('option').nth(5).waitFor()
    },
  },
  {
    name: 'chat',
    path: '/admin/chats',
    prepare: async (page) => {
      // By name: once it was opened, it is no longer unread.
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Ingrid Solberg/ })
        .click()
      await page.getByRole('log', { name: 'Messages' }).getByText(/\w/).first().waitFor()
    },
  },
  { name: 'products', path: '/seller/products', who: seller },
]

/** A signed-in page of this person. */
async function pageOf(browser: Browser, baseURL: string, { who = admin, dark, phone }: Picture): Promise<Page> {
  const viewport = phone ? { width: 390, height: 780 } : { width: 1280, height: 860 }
  const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor: 1.5, hasTouch: phone === true })
  if (dark) await context.addInitScript("localStorage.setItem('backstall-theme', 'dark')")
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(who)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  return page
}

/** Writes every screenshot of the documents, from a running `npm run demo`. */
async function main(): Promise<void> {
  await unpackChromium()
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags, env: chromiumEnvironment })
  for (const picture of pictures) {
    const page = await pageOf(browser, process.argv[2] ?? 'http://localhost:3000', picture)
    await page.goto(picture.path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await picture.prepare?.(page)
    // The live stream never ends, so the network is never idle.
    await page.getByRole('main').locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.waitForTimeout(settleMs)
    const file = join(folder, `${picture.name}.png`)
    // 256 colours are a third of the bytes.
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .png({ palette: true, effort: 10 })
      .toFile(file)
    console.log(file)
    await page.context().close()
  }
  await browser.close()
}

await main()
