import { randomUUID } from 'node:crypto'
import { storedIn, workerHas } from './browser-storage.ts'
import { chatOf, lengthen, logOf, say, wordsIn, wordsOn } from './chat.ts'
import { expect, live, offline, test } from './journey.ts'
import { ask } from './shelf.ts'

// As in production, so that a page comes from the worker without a server.
test.use({ serviceWorkers: 'allow', loadsAhead: true })
test.describe.configure({ timeout: 240_000 })

test('a seller reads their chat offline, even after a reload, and messages written there are sent in order when the server is back', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|status of 50\d|^50\d from|fetching the script|Failed to load resource/)
  const seller = await newSeller('Lighthouse Seller')
  const { page } = seller
  await page.goto('/chat')
  await say(page, 'Is the lamp still on?', 'It was dark here.')
  const id = await chatOf(seller)
  await expect(logOf(page).locator('[data-number="2"]')).toBeVisible()
  await expect(live(page)).toBeVisible()
  await workerHas(page, 'ChatPages')
  await expect.poll(async () => (await storedIn(page)).includes('It was dark here.')).toBe(true)
  await backstall.kill()

  await page.reload()
  await expect(logOf(page).getByText('It was dark here.')).toBeVisible()
  await expect(offline(page)).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => wordsOn(page)).toEqual(['Is the lamp still on?', 'It was dark here.'])
  await expect(live(page)).toHaveCount(0)
  await say(page, 'First in the dark', 'Second in the dark')
  await page.reload()
  await expect(logOf(page).getByText('Second in the dark')).toBeVisible()
  await expect(logOf(page).getByText('It was dark here.')).toBeVisible()
  await expect(logOf(page).getByText('Waiting for the connection')).toBeVisible({ timeout: 30_000 })
  await expect(
    page.getByText('These are the messages that this device loaded last. New ones follow when the connection is back.'),
  ).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await backstall.start()
  const truth = ['Is the lamp still on?', 'It was dark here.', 'First in the dark', 'Second in the dark']
  await expect.poll(() => backstall.inDatabase((sql) => wordsIn(sql, id)), { timeout: 60_000 }).toEqual(truth)
  await expect(logOf(page).locator('[data-number="4"]')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => wordsOn(page)).toEqual(truth)
  await expect(live(page)).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an admin reads the list and the newest hundred messages of a chat offline, and sees new ones when the server is back', async ({
  admin,
  backstall,
  pageErrors,
  absent,
}) => {
  pageErrors.allow(/net::ERR|status of 50\d|^50\d from|fetching the script|Failed to load resource/)
  // Both have unique names, by which they are found.
  const family = `Lantern ${randomUUID().slice(0, 8)}`
  const seller = await absent(`Talkative ${family}`)
  const id = await chatOf(seller)
  await ask(seller, 'chats/send', { id, clientId: 'the-first-one', text: 'Message 1' })
  await backstall.inDatabase((sql) => lengthen(sql, id, 150))
  const other = await absent(`Unread ${family}`)
  await ask(other, 'chats/send', { id: await chatOf(other), clientId: 'nobody-read-this', text: 'Nobody has read this' })
  const list = `/admin/chats?search=${encodeURIComponent(family)}`
  const { page } = await admin('Desk in the dark')
  await page.goto(`/admin/chat/${id}`)
  await expect(logOf(page).getByText('Message 150', { exact: true })).toBeVisible()
  // Cached before the admin leaves this screen.
  await expect.poll(async () => (await storedIn(page)).includes('Message 51')).toBe(true)
  await page.goto(list)
  await expect(page.getByRole('link', { name: `Unread ${family}, 1 unread`, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: `Talkative ${family}`, exact: true })).toBeVisible()
  await expect(live(page)).toBeVisible()
  await workerHas(page, 'ChatPages')
  await expect.poll(async () => (await storedIn(page)).includes('Nobody has read this')).toBe(true)
  await backstall.kill()

  await page.reload()
  await expect(page.getByRole('link', { name: `Unread ${family}, 1 unread`, exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Talkative ${family}`, exact: true }).click()
  await expect(logOf(page).locator('[data-number]')).toHaveCount(100)
  await expect(logOf(page).getByText('Message 150', { exact: true })).toBeInViewport()
  await expect(logOf(page).getByText('Message 50', { exact: true })).toHaveCount(0)
  await expect(offline(page)).toBeVisible({ timeout: 30_000 })

  await backstall.start()
  await ask(seller, 'chats/send', { id, clientId: 'when-it-is-back', text: 'There again' })
  await expect(logOf(page).getByText('There again')).toBeVisible({ timeout: 60_000 })
  await expect(live(page)).toBeVisible({ timeout: 40_000 })
  await page.goto(list)
  await expect(page.getByRole('link', { name: `Unread ${family}, 1 unread`, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: `Talkative ${family}`, exact: true })).toBeVisible()
})
