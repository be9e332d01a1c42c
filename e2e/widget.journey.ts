import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { checkBothSizes } from './accessibility.ts'
import { fieldOf, logOf, say, wordsIn, wordsOn } from './chat.ts'
import { expect, type Person } from './journey.ts'
import { field } from './listing.ts'
import { photograph } from './pictures.ts'
import { ask } from './shelf.ts'
import { test } from './shop.ts'

/** Switches the widget on as an admin does, for a shop that has the secret; returns its address. */
async function shopWithChat(admin: Person, openShop: (variables: { API_KEY: string; CHAT_SECRET: string }) => Promise<string>) {
  const { page } = admin
  const { key } = await ask<{ key: string }>(admin, 'apiKeys/create', { name: randomUUID(), scopes: ['products:read'] })
  await page.goto('/admin/settings?section=widget')
  await page.getByRole('button', { name: /^(Create|New) secret$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /secret$/ }).click()
  const shop = await openShop({ API_KEY: key, CHAT_SECRET: await page.getByRole('textbox', { name: 'Secret' }).inputValue() })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('radio', { name: /^Verified only/ }).check()
  await field(page, 'Allowed origins').fill(shop)
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  return shop
}

async function signIn(page: Page, shop: string, name: string): Promise<void> {
  await page.goto(`${shop}/sign-in`)
  await field(page, 'Your name').fill(name)
  await field(page, 'Email').fill(`${name.replaceAll(' ', '.')}@example.com`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible()
}

const launcher = (page: Page) => page.getByRole('button', { name: /^Chat/ })
const openChat = async (page: Page) => {
  await launcher(page).click()
  await expect(page.getByRole('dialog', { name: /^Chat with/ })).toBeVisible()
}
const storedIn = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
/** Only Backstall is out of reach; the shop still answers. */
const cut = (context: BrowserContext) => context.route(/\/api\/widget\//, (route) => route.abort())

test('a buyer chats from the storefront while the network fails and tabs come and go, and the next buyer sees nothing of it', async ({
  admin,
  visitor,
  openShop,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_FAILED/)
  const support = await admin()
  const shop = await shopWithChat(support, openShop)
  const bea = `Bea ${randomUUID().slice(0, 8)}`
  const page = await visitor()
  const context = page.context()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await context.route(/\/chat-token$/, (route) => answered.then(() => route.continue()), { times: 1 })
  await page.goto(shop)
  await openChat(page)
  // The storefront has not said yet who is here.
  await expect(page.getByText('Loading…')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Sign in to chat' })).toBeVisible()
  await expect(fieldOf(page)).toHaveCount(0)

  await signIn(page, shop, bea)
  await openChat(page)
  await expect(fieldOf(page)).toBeFocused()
  await page
    .getByLabel('Attach a picture or PDF')
    .last()
    .setInputFiles(await photograph('lamp.jpg', '#557799', 320, 240))
  const attached = page.getByRole('list', { name: 'Attached files' })
  await expect(attached.getByRole('progressbar')).toHaveCount(0)
  // The picture is shown before it is sent. An empty canvas is transparent.
  const opaque = (canvas: HTMLCanvasElement) => canvas.getContext('2d')?.getImageData(40, 40, 1, 1).data[3]
  await expect.poll(() => attached.locator('canvas').evaluate(opaque)).toBe(255)
  await expect(attached.getByRole('button', { name: 'Remove lamp.jpg' })).toBeVisible()
  await say(page, 'Is the lamp still on?')
  await expect(logOf(page).getByText(/Sent|Delivered/)).toBeVisible()
  await support.page.goto(`/admin/chats?search=${bea.slice(4)}`)
  await support.page.getByRole('link', { name: `${bea}, 1 unread`, exact: true }).click()
  await expect(logOf(support.page).getByRole('img', { name: 'lamp.jpg' })).toBeVisible()
  await expect(logOf(page).getByText('Read')).toBeVisible()
  await say(support.page, 'Yes, it is.')
  await expect(logOf(page).getByText('Yes, it is.')).toBeVisible()
  await checkBothSizes(page, 'the widget')
  const chatId = support.page.url().split('/').at(-1)?.split('?')[0] ?? ''

  // A closed tab counts; the other one reads.
  const other = await context.newPage()
  await other.goto(shop)
  await expect(launcher(other)).toHaveAccessibleName('Chat')
  await page.keyboard.press('Escape')
  await expect(launcher(page)).toBeFocused()
  await say(support.page, 'Anything else?')
  for (const tab of [page, other]) await expect(launcher(tab)).toHaveAccessibleName('Chat, 1 unread')
  await openChat(other)
  await expect(logOf(other).getByText('Anything else?')).toBeVisible()
  await expect(launcher(page)).toHaveAccessibleName('Chat')

  // What is written while Backstall is away waits, also through a reload, and goes out in order.
  await cut(context)
  await openChat(page)
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ ...size, height: 420 })
  // In the frame in which the window changes its size, a reader at the end is kept there.
  await expect(async () => {
    await logOf(page).evaluate((log) => log.scrollTo(0, 0))
    await expect(page.getByRole('button', { name: 'Newest messages' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await say(page, 'First in the dark', 'Second in the dark')
  // A reader who scrolled up sees what they write.
  await expect(logOf(page).getByText('Second in the dark')).toBeInViewport()
  await page.setViewportSize(size)
  await expect(logOf(page).getByText('Waiting for the connection')).toBeVisible()
  await expect(logOf(other).getByText('Second in the dark')).toBeVisible()
  await page.reload()
  await openChat(page)
  await expect(logOf(page).getByText('First in the dark')).toBeVisible()
  await context.unroute(/\/api\/widget\//)
  const truth = ['Is the lamp still on?', 'Yes, it is.', 'Anything else?', 'First in the dark', 'Second in the dark']
  await expect.poll(() => backstall.inDatabase((sql) => wordsIn(sql, decodeURIComponent(chatId)))).toEqual(truth)
  await expect.poll(() => wordsOn(page)).toEqual(truth)
  await expect.poll(() => wordsOn(other)).toEqual(truth)

  await support.page.getByRole('button', { name: 'Solve' }).click()
  await page.getByRole('radio', { name: '5, Very good' }).check()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(page.getByText('You rated this conversation 5 of 5.')).toBeVisible()

  // Another person signs in on the same machine: nothing of the first is left, in any tab, and what they wrote last is never sent.
  await cut(context)
  await say(page, 'Never sent')
  await expect.poll(() => storedIn(page)).toContain('Never sent')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, shop, 'Cem Customer')
  await context.unroute(/\/api\/widget\//)
  await openChat(page)
  await expect(page.getByText('Write to us.')).toBeVisible()
  for (const tab of [page, other]) await expect(tab.getByText(/in the dark|Never sent/)).toHaveCount(0)
  expect(await storedIn(page)).not.toMatch(/lamp|dark|Bea|Never/)
  await say(page, 'I am another')
  await expect(logOf(page).getByText(/Sent|Delivered/)).toBeVisible()
  await expect.poll(() => wordsOn(page)).toEqual(['I am another'])
  expect(await backstall.inDatabase((sql) => wordsIn(sql, decodeURIComponent(chatId)))).toEqual(truth)
})
