import type { Locator, Page } from '@playwright/test'
import { storedIn } from './browser-storage.ts'
import { fieldOf } from './chat.ts'
import { expect, signInAs, test } from './journey.ts'
import { field, fillListing, openInQueue, queueOf, rowOf } from './listing.ts'
import { ask, listed, onSale } from './shelf.ts'

test('a seller whose session ended before saving a new product signs in again and continues with the typed input', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401/)
  const { page, context, email, password } = await newSeller('Slow Writer')
  await page.goto('/seller/products/add')
  await field(page, 'Title').fill('A long description')
  await expect.poll(() => storedIn(page)).toContain('A long description')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signInAs(page, email, password)
  const offer = page.getByRole('button', { name: 'Continue where you left off' })
  await expect(offer).toBeVisible()
  await page.evaluate(() => scrollTo(0, 400))
  await page.reload()
  await expect(offer).toBeInViewport()
  await offer.click()
  await expect(field(page, 'Title')).toHaveValue('A long description')
})

test('two tabs write two products, and neither takes over or offers what the other is typing', async ({ newSeller }) => {
  const { page: one, context } = await newSeller('Two-handed Seller')
  const offer = (page: Page) => page.getByRole('button', { name: 'Continue where you left off' })
  const storedDrafts = () =>
    one.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('backstall-unsaved'))
        .toString(),
    )
  const open = async (page: Page) => {
    await page.goto('/seller/products/add')
    await expect(field(page, 'Title')).toBeEditable()
  }
  await open(one)
  await fillListing(one, { title: 'A left glove' })
  await expect.poll(storedDrafts).toContain('A left glove')
  const two = await context.newPage()
  await open(two)
  await fillListing(two, { title: 'A right glove' })
  await expect.poll(storedDrafts).toContain('A right glove')
  expect(await storedDrafts()).toContain('A left glove')
  await expect(offer(two)).toBeHidden()

  await one.getByRole('button', { name: 'Save draft' }).click()
  await expect(rowOf(one, 'A left glove')).toBeVisible()
  expect(await storedDrafts()).not.toContain('A left glove')
  expect(await storedDrafts()).toContain('A right glove')
  await one.getByRole('link', { name: 'Add product' }).first().click()
  await fillListing(one, { title: 'A mitten' })
  await expect.poll(storedDrafts).toContain('A mitten')
  await expect(offer(one)).toBeHidden()

  // This draft is newer than that of the first tab; a reload there still finds its own.
  await field(two, 'Title').fill('A right glove of wool')
  await expect.poll(storedDrafts).toContain('of wool')
  await two.close({ runBeforeUnload: false })
  one.on('dialog', (dialog) => dialog.accept())
  await one.reload()
  await offer(one).click()
  await expect(field(one, 'Title')).toHaveValue('A mitten')
  const three = await context.newPage()
  await open(three)
  await offer(three).click()
  await expect(field(three, 'Title')).toHaveValue('A right glove of wool')
})

/** Types into the same field in two tabs: neither finds or overwrites the other's draft, and a third continues the one of a closed tab. */
async function keepApart([one, two, three]: [Page, Page, Page], open: (page: Page) => Promise<Locator>): Promise<void> {
  const first = await open(one)
  await first.fill('Typed in the first tab')
  await expect.poll(() => storedIn(one)).toContain('Typed in the first tab')
  const second = await open(two)
  await expect(second).toHaveValue('')
  await second.fill('Typed in the second tab')
  await expect.poll(() => storedIn(two)).toContain('Typed in the second tab')
  expect(await storedIn(two)).toContain('Typed in the first tab')
  // A reload restores its own draft.
  one.on('dialog', (dialog) => dialog.accept())
  await one.reload()
  await expect(await open(one)).toHaveValue('Typed in the first tab')
  await expect(second).toHaveValue('Typed in the second tab')
  await one.close({ runBeforeUnload: false })
  await expect(await open(three)).toHaveValue('Typed in the first tab')
  await expect(second).toHaveValue('Typed in the second tab')
}

test('two tabs with the same chat keep separate drafts without locks, as over plain HTTP', async ({ newSeller }) => {
  const { page, context } = await newSeller('Two-handed Talker')
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }))
  await keepApart([page, await context.newPage(), await context.newPage()], async (tab) => {
    await tab.goto('/chat')
    await expect(fieldOf(tab)).toBeEditable()
    return fieldOf(tab)
  })
})

test('two tabs that reject the same product keep separate reasons', async ({ admin, absent }) => {
  const seller = await absent('Two-handed Desk')
  await listed(seller, 'A two-handed saw')
  const { page, context } = await admin('Two-handed Admin')
  await keepApart([page, await context.newPage(), await context.newPage()], async (tab) => {
    await tab.goto(queueOf('A two-handed saw'))
    await openInQueue(tab, 'A two-handed saw')
    await tab.getByRole('button', { name: 'Reject', exact: true }).click()
    return field(tab.getByRole('dialog', { name: 'Reject product' }), 'Explanation')
  })
})

test('two tabs that refuse a field of the same request keep separate reasons', async ({ admin, absent }) => {
  const seller = await absent('Two-handed Asker')
  const adminUser = await admin('Two-handed Judge')
  const { id, version } = await onSale(seller, adminUser, 'A two-handed vase')
  await ask(seller, 'products/edit', { id, version, change: { title: 'A two-handed urn' } })
  const { page, context } = adminUser
  await keepApart([page, await context.newPage(), await context.newPage()], async (tab) => {
    await tab.goto('/admin/edit-requests?search=two-handed')
    await tab.getByRole('main').getByText('A two-handed vase').first().click()
    const refuse = tab.getByRole('radio', { name: 'Refuse title' })
    const why = tab.getByRole('group', { name: 'Reason for refusing title' })
    // The restored draft opens it by itself, a moment later.
    await refuse.check()
    return field(why, 'Explanation')
  })
})
