import type { Page } from '@playwright/test'
import { expectNothingStored, storedIn } from './browser-storage.ts'
import { chatOf, logOf, say } from './chat.ts'
import { expect, test } from './journey.ts'
import { ask } from './shelf.ts'

const live = (page: Page) => page.getByText('Live', { exact: true })

test('messages of an earlier visit are shown at once, not marked as live, and then match those of the server', async ({
  newSeller,
  admin,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR/)
  const seller = await newSeller('Returning Talker')
  const adminUser = await admin('Returning Desk')
  const id = await chatOf(seller)
  const { page } = seller
  await page.goto('/chat')
  await say(page, 'Said before')
  await expect(logOf(page).locator('[data-number="1"]')).toBeVisible()
  await expect.poll(() => storedIn(page)).toContain('Said before')
  await page.close()
  await ask(adminUser, 'chats/send', { id, clientId: 'said-meanwhile', text: 'Said meanwhile' })

  const later = await seller.context.newPage()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await later.route(/\/rpc\/chats\/messages/, async (route) => {
    await answered
    await route.continue()
  })
  await later.goto('/chat')
  await expect(logOf(later).getByText('Said before')).toBeVisible()
  await expect(later.getByText('Catching up', { exact: true })).toBeVisible()
  await expect(live(later)).toHaveCount(0)
  await expect(logOf(later).getByText('Said meanwhile')).toHaveCount(0)
  answer()
  await expect(logOf(later).getByText('Said meanwhile')).toBeVisible()
  await expect(live(later)).toBeVisible()
})

test('after a sign-out no storage of the browser contains messages, and the next person finds none of them offline', async ({
  newSeller,
  admin,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|status of 40[13] /)
  const seller = await newSeller('Discreet Seller')
  const id = await chatOf(seller)
  await ask(seller, 'chats/send', { id, clientId: 'a-discreet-word', text: 'My secret is a parrot' })
  const adminUser = await admin('Discreet Desk')
  const { page } = adminUser
  await page.goto(`/admin/chat/${id}`)
  await expect(logOf(page).getByText('My secret is a parrot')).toBeVisible()
  await page.goto(`/admin/chats?search=${encodeURIComponent(seller.email)}`)
  await expect(page.getByRole('link', { name: /^Discreet Seller/ })).toBeVisible()
  await expect.poll(() => storedIn(page)).toContain('parrot')
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expectNothingStored(page, 'parrot', 'Discreet', seller.email, adminUser.email, 'chats')

  const next = await newSeller('Curious Seller')
  await page.getByRole('textbox', { name: 'Email' }).fill(next.email)
  await page.getByLabel('Password', { exact: true }).fill(next.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/seller\/products/)
  await page.goto('/chat')
  await expect(logOf(page)).toBeVisible()
  await expect(live(page)).toBeVisible()
  await expect(page.getByText('parrot')).toHaveCount(0)
  expect(await storedIn(page)).not.toContain('parrot')
})
