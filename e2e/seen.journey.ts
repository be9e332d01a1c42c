import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { keptIn, nothingIsKeptOf } from './kept.ts'
import { ask, listed, onSale } from './shelf.ts'

/** Nobody answers calls, as if the line were cut, while the page itself still comes. */
const cutCalls = (page: Page) => page.route(/\/(rpc|api)\//, (route) => route.abort())

const live = (page: Page) => page.getByText('Live', { exact: true })

test('what was seen before stands on the screen before the server answers, is not called live, and then it is what the server says', async ({
  newSeller,
  admin,
  complaints,
}) => {
  complaints.allow(/net::ERR/)
  const seller = await newSeller('Returning Seller')
  const desk = await admin('Late Desk')
  const product = await listed(seller, 'Opal ring')
  const { page } = seller
  await page.goto('/seller/products?status=pending')
  await expect(page.getByRole('link', { name: 'Opal ring' })).toBeVisible()
  await expect(live(page)).toBeVisible()
  await expect.poll(() => keptIn(page)).toContain('Opal ring')
  await ask(desk, 'products/approve', { id: product.id, status: 'pending', version: product.version })
  await expect(page.getByRole('link', { name: 'Opal ring' })).toHaveCount(0)
  const second = await listed(seller, 'Onyx ring')
  await expect(page.getByRole('link', { name: 'Onyx ring' })).toBeVisible()
  await expect.poll(() => keptIn(page)).toContain('Onyx ring')
  await page.close()
  await ask(desk, 'products/approve', { id: second.id, status: 'pending', version: second.version })

  const later = await seller.context.newPage()
  const { promise: told, resolve: answer } = Promise.withResolvers<void>()
  await later.route(/\/rpc\/products\/list/, async (route) => {
    await told
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

test('without an answer from anybody a screen shows what was seen and says what is wrong, and goes on by itself', async ({
  newSeller,
  complaints,
}) => {
  complaints.allow(/net::ERR/)
  const seller = await newSeller('Cut Seller')
  const { page } = seller
  await listed(seller, 'Jade ring')
  await page.goto('/seller/products?search=Jade')
  await expect(page.getByRole('link', { name: 'Jade ring' })).toBeVisible()
  await expect.poll(() => keptIn(page)).toContain('Jade ring')
  await cutCalls(page)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Jade ring' })).toBeVisible()
  await expect(page.getByText('Offline', { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(live(page)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('two people at one machine one after another: after a sign-out no storage of the browser knows anything of the first', async ({
  newSeller,
  admin,
  complaints,
}) => {
  complaints.allow(/net::ERR|status of 40[13] /)
  const first = await newSeller('First Person')
  const next = await newSeller('Second Person')
  const desk = await admin('Shared Desk')
  await onSale(first, desk, 'Secret samovar')
  const { page } = first
  const other = await first.context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/seller/products?search=samovar')
    await expect(tab.getByRole('link', { name: 'Secret samovar' })).toBeVisible()
    await expect(live(tab)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect.poll(() => keptIn(page)).toContain('Secret samovar')
  expect(await keptIn(page)).toContain(first.email)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  // The other tab, which may have been writing at that moment, has heard of it, too.
  await expect(other).toHaveURL(/\/login/)
  await nothingIsKeptOf(page, 'samovar', 'First Person', first.email, 'products')
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['backstall-sidebar', 'backstall-theme'])

  await page.getByRole('textbox', { name: 'Email' }).fill(next.email)
  await page.getByLabel('Password', { exact: true }).fill(next.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/seller\/products/)
  await expect(live(page)).toBeVisible()
  await cutCalls(page)
  await page.goto('/seller/products?search=samovar')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByText('Secret samovar')).toHaveCount(0)
  expect(await keptIn(page)).not.toContain('samovar')
})

test('an expired session shows nothing of what was seen, and whoever signs in again has it; an ended one leaves nothing', async ({
  newSeller,
  admin,
  backstall,
  complaints,
}) => {
  // Also a picture that is asked for when he is nobody any more is not there.
  complaints.allow(/net::ERR|status of 40[134] /)
  const desk = await admin('Suspending Desk')
  const seller = await newSeller('Expired Seller')
  const { page } = seller
  await listed(seller, 'Amber lamp')
  const address = '/seller/products?search=Amber'
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Amber lamp' })).toBeVisible()
  await expect.poll(() => keptIn(page)).toContain('Amber lamp')
  await backstall.inDatabase(
    (sql) => sql`
    update sessions set expires_at = now() - interval '1 minute' where user_id = (select id from users where email = ${seller.email})`,
  )
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Amber lamp')).toHaveCount(0)
  // Nobody is remembered any more, though the rows are there for him alone.
  await expect.poll(() => keptIn(page)).not.toContain(seller.email)
  expect(await keptIn(page)).toContain('Amber lamp')
  await page.getByRole('textbox', { name: 'Email' }).fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.route(/\/rpc\/products\/list/, () => {})
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('link', { name: 'Amber lamp' })).toBeVisible()
  await expect(page).toHaveURL(address)

  await page.goto('about:blank')
  const { rows } = await ask<{ rows: { id: string }[] }>(desk, 'users/list', { search: seller.email })
  await ask(desk, 'users/suspend', { id: rows[0]?.id, reason: 'Something is wrong with the lamps.' })
  await page.goto(address)
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => keptIn(page)).not.toContain('Amber lamp')
})

test('whoever signs in again in another tab is not thrown out by the end of his former session, and goes on hearing what happens', async ({
  newSeller,
}) => {
  const seller = await newSeller('Twice Signed In')
  const { page, email, password } = seller
  await listed(seller, 'Copper kettle')
  const address = '/seller/products?status=pending'
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Copper kettle' })).toBeVisible()
  await expect(live(page)).toBeVisible()
  await expect.poll(() => keptIn(page)).toContain('Copper kettle')
  const told = page.waitForResponse(/\/api\/auth\/ended/)
  const answer = await page.context().request.post('/api/auth/sign-in', { data: { email, password } })
  expect(answer.status()).toBe(200)
  await told
  await listed(seller, 'Copper pan')
  await expect(page.getByRole('link', { name: 'Copper pan' })).toBeVisible()
  await expect(live(page)).toBeVisible()
  expect(await keptIn(page)).toContain('Copper kettle')
  await expect(page).toHaveURL(address)
})
