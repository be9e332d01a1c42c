import type { Page } from '@playwright/test'
import { expect, live, signInAs, test } from './journey.ts'
import { approve, listed } from './shelf.ts'

/** The calls that the page would make at its start without bootstrap data. */
const beginnings = /\/rpc\/(users\/me|products\/(queue|list))$/

/** Opens an address until its bootstrap data contains the list with this text: a busy server sends the page without it. */
const openWithList = (page: Page, path: string, title: string, waitUntil: 'load' | 'commit' = 'load') =>
  expect(async () => {
    const answer = await page.goto(path, { waitUntil })
    expect(await answer?.text()).toMatch(new RegExp(`id="known">.*${title}`, 's'))
  }).toPass({ timeout: 120_000 })

test('a list is part of the opened page: it waits for no answer about who is signed in or what is listed', async ({
  admin,
  newSeller,
  shelf,
  backstall,
}) => {
  const seller = await newSeller('Vase Seller')
  const vases = await shelf(seller, 'Blue vase', 2)
  // First in the queue, however many others left waiting.
  await backstall.inDatabase((sql) => sql`update products set submitted_at = now() - interval '1 year' where id = any(${vases})`)
  const { page: adminPage } = await admin('Early Desk')
  for (const [page, path] of [
    [adminPage, '/admin/product-approval'],
    [seller.page, '/seller/products'],
  ] as const) {
    // They may be repeated after a hint; here they get no answer before the list is shown.
    const { promise: stands, resolve: answer } = Promise.withResolvers<void>()
    await page.route(beginnings, async (route) => {
      await stands
      // From an earlier attempt to open the page.
      await route.continue().catch(() => {})
    })
    await openWithList(page, path, 'Blue vase 1')
    await expect(page.getByRole('link', { name: /Blue vase 1/ }).first()).toBeVisible()
    await expect(live(page)).toBeVisible()
    answer()
    // The bootstrap data is in the memory of the screens and removed from the document.
    expect(await page.locator('#known').count()).toBe(0)
  }
})

test('changes made while a page loads are on it once it is shown, in a second tab too', async ({ newSeller, absent }) => {
  const seller = await newSeller('Slow Line')
  const adminUser = await absent('Quick Desk', 'admin')
  const first = seller.page
  const second = await seller.context.newPage()
  for (const [page, title] of [
    [first, 'Slate clock'],
    [second, 'Slate bowl'],
  ] as const) {
    const product = await listed(seller, title)
    const { promise: decided, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await decided
      await route.continue().catch(() => {})
    })
    await openWithList(page, '/seller/products', title, 'commit')
    await approve(adminUser, product)
    goOn()
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Approved')
  }
})

test('the next person who signs in to this browser sees no data of the previous one, not even by going back', async ({
  newSeller,
  absent,
}) => {
  const former = await newSeller('Former Person')
  const next = await absent('Next Person')
  const { page } = former
  await listed(former, 'Private parcel')
  await page.goto('/seller/products')
  await expect(page.getByRole('link', { name: 'Private parcel' }).first()).toBeVisible()
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await signInAs(page, next.email, next.password)
  await expect(page).toHaveURL(/\/seller\/products/)
  const seesOnlyHimself = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { user } = await page.evaluate(async () => {
      const answer = await fetch('/rpc/users/me', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
      return (await answer.json()).json
    })
    expect(user.name).toBe('Next Person')
    await expect(page.getByText('Former Person')).toHaveCount(0)
    await expect(page.getByText('Private parcel')).toHaveCount(0)
    expect(await page.content()).not.toContain(former.email)
  }
  await seesOnlyHimself()
  await page.reload()
  await seesOnlyHimself()
  let steps = 0
  for (await page.goBack(); page.url() !== 'about:blank'; await page.goBack()) {
    await seesOnlyHimself()
    steps += 1
  }
  expect(steps).toBeGreaterThan(0)
})
