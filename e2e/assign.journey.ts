import type { Locator, Page } from '@playwright/test'
import { checkBothSizes, tabTo } from './accessibility.ts'
import { expect, live, type Person, test } from './journey.ts'
import { rowOf } from './listing.ts'
import { listed, onSale } from './shelf.ts'

const why = 'The shop was sold in November.'
const dialogOf = (page: Page, name = 'Assign to another seller') => page.getByRole('dialog', { name })

/** Opens a seller's list of products, and waits until it is live. */
async function openList({ page }: Person): Promise<void> {
  await page.goto('/seller/products')
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  await expect(live(page)).toBeVisible()
}

/** Chooses a seller by name and enters a reason. */
async function fill(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('searchbox', { name: 'Search sellers' }).fill(name)
  await dialog.getByRole('radio', { name: new RegExp(name) }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(why)
}

test('an admin assigns a product to another seller by keyboard alone: it leaves one list and enters the other, and both sellers are notified', async ({
  admin,
  newSeller,
}) => {
  const giver = await newSeller('Gina Giver')
  const taker = await newSeller('Tara Taker')
  const adminUser = await admin('Kim Keyboard')
  const { id } = await onSale(giver, adminUser, 'Wandering lantern')
  await openList(giver)
  await openList(taker)
  await expect(rowOf(giver.page, 'Wandering lantern')).toBeVisible()

  const { page } = adminUser
  await page.goto(`/admin/products/${id}`)
  const open = page.getByRole('button', { name: 'Reassign' })
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('“Wandering lantern” belongs to Gina Giver.')
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await checkBothSizes(page, 'assigning a product')
  // Escape returns the focus to the button that opened it.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('searchbox', { name: 'Search sellers' }))
  await page.keyboard.type('Tara Taker')
  const radio = dialog.getByRole('radio', { name: /Tara Taker/ })
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await tabTo(page, radio)
  await page.keyboard.press('Space')
  await expect(radio).toBeChecked()
  await tabTo(page, dialog.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type(why)
  await tabTo(page, dialog.getByRole('button', { name: 'Assign', exact: true }))
  await expect(dialog.getByRole('button', { name: 'Assign', exact: true })).toHaveAccessibleDescription(
    'One product will be assigned to Tara Taker.',
  )
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('“Wandering lantern” now belongs to Tara Taker.')).toBeVisible()
  await expect(open).toBeFocused()

  await expect(rowOf(taker.page, 'Wandering lantern')).toContainText('Approved')
  await expect(giver.page.getByText('Wandering lantern')).toBeHidden()
  for (const [{ page: own }, sentence] of [
    [giver, '“Wandering lantern” was assigned to another seller by an administrator.'],
    [taker, '“Wandering lantern” was assigned to you by an administrator.'],
  ] as const) {
    await own.goto('/notifications')
    await expect(own.getByRole('main')).toContainText(sentence)
    await expect(own.getByRole('main')).toContainText(why)
  }
})

test('all products of a person are assigned to another seller, except one whose SKU is taken there; it follows once that is changed', async ({
  admin,
  newSeller,
  backstall,
  pageErrors,
}) => {
  // Refused because of its SKU.
  pageErrors.allow(/status of 422 .*\/rpc\/products\/assign/)
  const giver = await newSeller('Greta Giver')
  const taker = await newSeller('Theo Taker')
  const adminUser = await admin('Vera Vault')
  const lamps = [await onSale(giver, adminUser, 'Parlour lamp'), await listed(giver, 'Kitchen lamp'), await listed(giver, 'Cellar lamp')]
  const theirs = await listed(taker, 'Gas lamp')
  const setSku = (ids: string[], sku: string | null) =>
    backstall.inDatabase((sql) => sql`update products set sku = ${sku} where id = any(${ids})`)
  await setSku([lamps[1]?.id ?? '', theirs.id], 'LAMP')
  await openList(giver)
  await openList(taker)

  const { page } = adminUser
  await page.goto(`/admin/user-management?search=${encodeURIComponent(giver.email)}`)
  await page.getByRole('link', { name: 'Greta Giver' }).click()
  const open = page.getByRole('button', { name: 'Assign products to another seller' })
  await open.click()
  const dialog = dialogOf(page, 'Assign products to another seller')
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await fill(dialog, 'Theo Taker')
  await expect(dialog).toContainText('One of these products has a SKU that Theo Taker already uses.')
  await expect(dialog).toContainText('LAMP: “Kitchen lamp” and “Gas lamp”')
  await expect(dialog).toContainText('3 products will be assigned to Theo Taker.')
  await checkBothSizes(page, 'assigning all products of a person')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('“Kitchen lamp”: This seller already has a product with this SKU.')
  await expect(dialog.getByRole('alert')).toBeInViewport()
  await expect(page.getByText('Assigned to Theo Taker: 2 of 3 products.')).toBeVisible()
  // Only the refused product is left.
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await checkBothSizes(page, 'products that could not be assigned')
  for (const title of ['Parlour lamp', 'Cellar lamp']) {
    await expect(rowOf(taker.page, title)).toBeVisible()
    await expect(giver.page.getByText(title)).toBeHidden()
  }
  await expect(rowOf(giver.page, 'Kitchen lamp')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(open).toBeFocused()

  await setSku([theirs.id], null)
  await open.click()
  await fill(dialog, 'Theo Taker')
  await expect(dialog).toContainText('One product will be assigned to Theo Taker.')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('One product now belongs to Theo Taker.')).toBeVisible()
  await expect(rowOf(taker.page, 'Kitchen lamp')).toBeVisible()
  await expect(giver.page.getByText('Kitchen lamp')).toBeHidden()
  // With no products left there is nothing to assign.
  await expect(open).toBeHidden()
})
