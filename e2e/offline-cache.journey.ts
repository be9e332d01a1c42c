import type { Page } from '@playwright/test'
import { expectNothingStored, storedIn } from './browser-storage.ts'
import { logOf, say } from './chat.ts'
import { chooseSignOut, expect, live, offline, openLive, signInAs, test } from './journey.ts'
import { approve, ask, listed, onSale } from './shelf.ts'

/** Calls get no answer, as without a network, while the page itself still loads. */
const cutCalls = (page: Page) => page.route(/\/(rpc|api)\//, (route) => route.abort())

test('cached data is shown before the server answers, is not marked as live, and is then replaced by data of the server', async ({
  newSeller,
  pageErrors,
  absent,
}) => {
  pageErrors.allow(/net::ERR/)
  const seller = await newSeller('Returning Seller')
  const adminUser = await absent('Late Desk', 'admin')
  const product = await listed(seller, 'Opal ring')
  const { page } = seller
  await page.goto('/seller/products?status=pending')
  await expect(page.getByRole('link', { name: 'Opal ring' })).toBeVisible()
  await expect(live(page)).toBeVisible()
  await expect.poll(() => storedIn(page)).toContain('Opal ring')
  await approve(adminUser, product)
  await expect(page.getByRole('link', { name: 'Opal ring' })).toHaveCount(0)
  const second = await listed(seller, 'Onyx ring')
  await expect(page.getByRole('link', { name: 'Onyx ring' })).toBeVisible()
  await expect.poll(() => storedIn(page)).toContain('Onyx ring')
  await page.close()
  await approve(adminUser, second)

  const later = await seller.context.newPage()
  const { promise: released, resolve: answer } = Promise.withResolvers<void>()
  await later.route(/\/rpc\/products\/list/, async (route) => {
    await released
    await route.continue()
  })
  await later.goto('/seller/products?status=pending')
  await expect(later.getByRole('link', { name: 'Onyx ring' })).toBeVisible()
  await expect(later.getByText('Catching up', { exact: true })).toBeVisible()
  await expect(live(later)).toHaveCount(0)
  answer()
  await expect(later.getByRole('link', { name: 'Onyx ring' })).toHaveCount(0)
  await expect(live(later)).toBeVisible()
})

test('without any answer a screen shows cached data and says what is wrong, and recovers by itself', async ({ newSeller, pageErrors }) => {
  pageErrors.allow(/net::ERR/)
  const seller = await newSeller('Cut Seller')
  const { page } = seller
  await listed(seller, 'Jade ring')
  await page.goto('/seller/products?search=Jade')
  await expect(page.getByRole('link', { name: 'Jade ring' })).toBeVisible()
  await expect.poll(() => storedIn(page)).toContain('Jade ring')
  await cutCalls(page)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Jade ring' })).toBeVisible()
  await expect(offline(page)).toBeVisible({ timeout: 30_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(live(page)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('two people use one machine one after the other: after a sign-out no storage of the browser contains anything of the first', async ({
  newSeller,
  pageErrors,
  absent,
}) => {
  pageErrors.allow(/net::ERR|status of 40[13] /)
  const first = await newSeller('First Person')
  const next = await absent('Second Person')
  const adminUser = await absent('Shared Desk', 'admin')
  await onSale(first, adminUser, 'Secret samovar')
  const { page } = first
  const other = await first.context.newPage()
  await page.goto('/chat')
  await say(page, 'My secret is a parrot')
  await expect(logOf(page).locator('[data-number="1"]')).toBeVisible()
  await expect.poll(() => storedIn(page)).toContain('parrot')
  for (const tab of [page, other]) {
    await tab.goto('/seller/products?search=samovar')
    await expect(tab.getByRole('link', { name: 'Secret samovar' })).toBeVisible()
    await expect(live(tab)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect.poll(() => storedIn(page)).toContain('Secret samovar')
  expect(await storedIn(page)).toContain(first.email)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await chooseSignOut(page)
  await expect(page).toHaveURL(/\/login/)
  // The other tab, which may have been writing at that moment, was notified, too.
  await expect(other).toHaveURL(/\/login/)
  await expectNothingStored(page, 'samovar', 'parrot', 'First Person', first.email, 'products', 'chats')
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['backstall-sidebar', 'backstall-theme'])
  // The router stores where people had scrolled to when a page is left.
  await page.reload()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])

  await signInAs(page, next.email, next.password)
  await expect(page).toHaveURL(/\/seller\/products/)
  await expect(live(page)).toBeVisible()
  await page.goto('/chat')
  await expect(logOf(page)).toBeVisible()
  await expect(live(page)).toBeVisible()
  await expect(page.getByText('parrot')).toHaveCount(0)
  await cutCalls(page)
  await page.goto('/seller/products?search=samovar')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByText('Secret samovar')).toHaveCount(0)
  expect(await storedIn(page)).not.toMatch(/samovar|parrot/)
})

test('entries of a product that is deleted, or now belongs to another seller, are removed, even if the list came with the page', async ({
  newSeller,
  backstall,
  pageErrors,
  absent,
}) => {
  pageErrors.allow(/status of 404/)
  const seller = await newSeller('Forgetful Seller')
  const rival = await absent('Lucky Rival')
  const { page, context } = seller
  const titles = ['Given anchor', 'Lost anchor', 'Own anchor'] as const
  const [given, lost, own] = await Promise.all(titles.map(async (title) => (await listed(seller, title)).id))
  for (const [at, id] of [given, lost, own].entries()) {
    await page.goto(`/seller/products/edit/${id}`)
    await expect(page.getByLabel(/^Title\b/).first()).toHaveValue(titles[at] ?? '')
    await expect.poll(() => storedIn(page)).toContain(`get\\"],{\\"input\\":{\\"id\\":\\"${id}`)
  }
  await openLive(page, '/seller/products')
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect.poll(() => storedIn(page)).toMatch(/products\W+list/)
  await page.close()
  const owner = rival.email
  await backstall.inDatabase(
    (sql) => sql`update products set seller_id = (select id from users where email = ${owner}) where id = ${given ?? ''}`,
  )
  await ask(rival, 'products/get', { id: given })

  const later = await context.newPage()
  await ask(seller, 'products/delete', { id: lost })
  await later.goto('/seller/products')
  await expect(later.getByRole('link', { name: 'Own anchor' }).first()).toBeVisible()
  await expect(later.getByText(/Given anchor|Lost anchor/)).toHaveCount(0)
  // The palette remembers the addresses of recent items, which hold no more than an id.
  const entriesOf = [given, lost].map((id) => `{\\"id\\":\\"${id}`)
  await expectNothingStored(later, 'Given anchor', 'Lost anchor', ...entriesOf)
  expect(await storedIn(later)).toContain(own)
})

test('an expired session shows no cached data until the same person signs in again; an ended session leaves none', async ({
  newSeller,
  backstall,
  pageErrors,
  absent,
}) => {
  // A picture requested after the sign-out is not found either.
  pageErrors.allow(/net::ERR|status of 40[134] /)
  const adminUser = await absent('Suspending Desk', 'admin')
  const seller = await newSeller('Expired Seller')
  const { page } = seller
  await listed(seller, 'Amber lamp')
  const address = '/seller/products?search=Amber'
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Amber lamp' })).toBeVisible()
  await expect.poll(() => storedIn(page)).toContain('Amber lamp')
  await backstall.inDatabase(
    (sql) => sql`
    update sessions set expires_at = now() - interval '1 minute' where user_id = (select id from users where email = ${seller.email})`,
  )
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Amber lamp')).toHaveCount(0)
  // The current user is no longer stored; the rows are, locked for that person.
  await expect.poll(() => storedIn(page)).not.toContain(seller.email)
  expect(await storedIn(page)).toContain('Amber lamp')
  await page.getByRole('textbox', { name: 'Email' }).fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.route(/\/rpc\/products\/list/, () => {})
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('link', { name: 'Amber lamp' })).toBeVisible()
  await expect(page).toHaveURL(address)

  await page.goto('about:blank')
  const { rows } = await ask<{ rows: { id: string }[] }>(adminUser, 'users/list', { search: seller.email })
  await ask(adminUser, 'users/suspend', { id: rows[0]?.id, reason: 'Something is wrong with the lamps.' })
  await page.goto(address)
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => storedIn(page)).not.toContain('Amber lamp')
})

test('a person who signs in again in another tab is not signed out by the end of the former session, and still gets hints', async ({
  newSeller,
}) => {
  const seller = await newSeller('Twice Signed In')
  const { page, context, email, password } = seller
  // A tab with the sign-in screen from before the person signed in.
  const cookies = await context.cookies()
  await context.clearCookies()
  const tab = await context.newPage()
  await tab.goto('/login')
  await tab.getByRole('textbox', { name: 'Email' }).fill(email)
  await tab.getByLabel('Password', { exact: true }).fill(password)
  await context.addCookies(cookies)
  await listed(seller, 'Copper kettle')
  const address = '/seller/products?status=pending'
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Copper kettle' })).toBeVisible()
  await expect(live(page)).toBeVisible()
  await expect.poll(() => storedIn(page)).toContain('Copper kettle')
  const ended = page.waitForResponse(/\/api\/auth\/ended/)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await ended
  await listed(seller, 'Copper pan')
  await expect(page.getByRole('link', { name: 'Copper pan' })).toBeVisible()
  await expect(live(page)).toBeVisible()
  expect(await storedIn(page)).toContain('Copper kettle')
  await expect(page).toHaveURL(address)
})
