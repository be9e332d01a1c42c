import { expectNoOverhang, findings } from './accessibility.ts'
import { type Caller, expect, openLive, test } from './journey.ts'
import { field, rowOf } from './listing.ts'
import { ordered } from './orders.ts'
import { ask, type Listed, onSale } from './shelf.ts'

const stockOf = async (seller: Caller, id: string) => (await ask<Listed & { stock: number }>(seller, 'products/get', { id })).stock

test('an order appears live for the admin and the seller, is shipped, cancelled in part, refunded and delivered', async ({
  admin,
  newSeller,
  absent,
}) => {
  const sally = await newSeller('Sally Shipper')
  const rob = await absent('Rob Rugmaker')
  const adminUser = await admin('Olga Orders')
  const lamp = await onSale(sally, adminUser, 'Ordered lamp')
  const chair = await onSale(sally, adminUser, 'Ordered chair')
  const rug = await onSale(rob, adminUser, 'Ordered rug')
  await openLive(adminUser.page, '/admin/orders')
  await openLive(sally.page, '/seller/orders')
  await expect(sally.page.getByText('No orders yet')).toBeVisible()

  const { id, number } = await ordered(adminUser, [{ ...lamp, quantity: 2 }, chair, { ...rug, unitPrice: 5_000 }], { shipping: 490 })
  const called = `Order ${number}`
  await expect(rowOf(sally.page, called)).toContainText('€30.00')
  await expect(rowOf(sally.page, called)).not.toContainText('€84.90')
  await expect(sally.page.getByRole('link', { name: 'Orders, 1 to ship', exact: true })).toBeVisible()
  await expect(rowOf(adminUser.page, called)).toContainText('€84.90')
  await expect(rowOf(adminUser.page, called)).toContainText('0 of 3 shipped')
  expect(await findings(adminUser.page)).toEqual([])

  // The seller comes from the bell and ships their lines.
  await sally.page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
  await sally.page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: `New order ${number}` })
    .click()
  await expect(sally.page).toHaveURL(new RegExp(`/seller/orders/${id}`))
  await expect(sally.page.getByRole('main')).toContainText('Ringstraße 1')
  await expect(sally.page.getByText('Ordered rug')).toHaveCount(0)
  await expect(sally.page.getByText('€84.90')).toHaveCount(0)
  await sally.page.getByRole('button', { name: 'Ship', exact: true }).click()
  const shipping = sally.page.getByRole('dialog', { name: 'Ship' })
  await field(shipping, 'Carrier').fill('Post')
  await field(shipping, 'Tracking number').fill('AT-4711')
  await shipping.getByRole('button', { name: 'Ship 2 lines' }).dblclick()
  await expect(sally.page.getByText('2 lines are on their way.')).toBeVisible()
  await expect(rowOf(adminUser.page, called)).toContainText('2 of 3 shipped')

  // The admin cancels what cannot be shipped, its stock returns, and refunds the money for it.
  expect(await stockOf(rob, rug.id)).toBe(2)
  await adminUser.page.getByRole('link', { name: called }).click()
  await expect(rowOf(adminUser.page, 'Ordered lamp')).toContainText('Post AT-4711')
  await adminUser.page.getByRole('button', { name: 'Cancel lines' }).click()
  const cancelling = adminUser.page.getByRole('dialog', { name: 'Cancel lines' })
  await expect(cancelling).toContainText('their stock is restored.')
  await expect(cancelling.getByRole('checkbox')).toHaveCount(1)
  await field(cancelling, 'Reason').fill('Moths.')
  await cancelling.getByRole('button', { name: 'Cancel 1 line' }).click()
  await expect(rowOf(adminUser.page, 'Ordered rug')).toContainText('Cancelled')
  expect(await stockOf(rob, rug.id)).toBe(3)
  await adminUser.page.getByRole('button', { name: 'Refund', exact: true }).click()
  const refunding = adminUser.page.getByRole('dialog', { name: 'Refund' })
  // What was paid for the rug.
  await expect(field(refunding, 'Amount')).toHaveValue('50.00')
  await field(refunding, 'Amount').fill('84.91')
  await refunding.getByRole('button', { name: 'Refund' }).click()
  await expect(refunding).toContainText('This is more than what was paid and not refunded yet.')
  await field(refunding, 'Amount').fill('50')
  await field(refunding, 'Reason').fill('Moths in the rug.')
  await refunding.getByRole('button', { name: 'Refund' }).dblclick()
  await expect(adminUser.page.getByText('€50.00 is refunded.')).toBeVisible()
  await expect(adminUser.page.getByRole('list', { name: 'Refunds' }).getByRole('listitem')).toHaveCount(1)
  await expect(sally.page.getByText('Partly refunded').first()).toBeVisible()
  await expect(sally.page.getByText('Moths')).toHaveCount(0)

  await sally.page.getByRole('button', { name: 'Mark as delivered', exact: true }).click()
  await sally.page.getByRole('dialog', { name: 'Mark as delivered' }).getByRole('button', { name: 'Mark 2 lines as delivered' }).click()
  await expect(rowOf(adminUser.page, 'Ordered lamp')).toContainText('Delivered')
  await expect(adminUser.page.getByRole('button', { name: 'Ship', exact: true })).toHaveAttribute('title', 'Nothing is left to ship.')
  expect(await findings(adminUser.page)).toEqual([])
  await adminUser.page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverhang(adminUser.page)
  for (const name of ['Sally Shipper', 'Rob Rugmaker']) await expect(adminUser.page.getByRole('rowheader', { name })).toBeVisible()
  await adminUser.page.setViewportSize({ width: 1280, height: 800 })
  await adminUser.page.goto('/admin/history?type=payment')
  await adminUser.page
    .getByRole('link', { name: new RegExp(number) })
    .first()
    .click()
  await expect(adminUser.page.getByRole('heading', { level: 1, name: called })).toBeVisible()
})

test('the list is filtered by buyer, payment, seller and day, and its address opens the same list again', async ({ admin, absent }) => {
  const seller = await absent('Selma Selected')
  const adminUser = await admin('Fiona Filters')
  const bowl = await onSale(seller, adminUser, 'Found bowl')
  const open = await ordered(adminUser, [bowl], { buyer: 'Zacharias Unpaid', paid: false })
  const paid = await ordered(adminUser, [bowl], { buyer: 'Zacharias Paid' })
  const { page } = adminUser
  await page.goto('/admin/orders')
  await page.getByRole('searchbox', { name: 'Search' }).fill('zacharias')
  await page.getByRole('combobox', { name: 'Payment' }).selectOption('Unpaid')
  await page.getByRole('button', { name: 'Seller: All sellers' }).click()
  const choosing = page.getByRole('dialog', { name: 'Whose orders?' })
  await expect(choosing.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(seller.email)
  await choosing.getByRole('radio', { name: /Selma Selected/ }).check()
  await choosing.getByRole('button', { name: 'Show orders' }).click()
  await expect(page.getByRole('button', { name: 'Seller: Selma Selected', exact: true })).toBeVisible()
  for (const _ of ['as it was chosen', 'as the address says']) {
    await expect(rowOf(page, `Order ${open.number}`)).toBeVisible()
    await expect(rowOf(page, `Order ${paid.number}`)).toHaveCount(0)
    await page.reload()
  }
  await page.getByRole('button', { name: /: Any day$/ }).click()
  await page.getByRole('button', { name: 'Custom' }).click()
  await field(page, 'Until').fill('2020-01-01')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowOf(page, `Order ${paid.number}`)).toBeVisible()
})
