import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { queueOf } from './listing.ts'
import { ask, type Listed, statusesOf } from './shelf.ts'

const progress = (page: Page) => page.getByRole('status').filter({ hasText: /about to be|approved|Approving/ })

test('eight products are approved together and five changed meanwhile: three are approved, and each of the five shows why not', async ({
  admin,
  shelf,
  absent,
}) => {
  const seller = await absent('Bowl Seller')
  const ids = await shelf(seller, 'Deep bowl', 8)
  const adminUser = await admin('Bulk Decider')
  const colleague = await absent('Other Desk', 'admin')
  const { page } = adminUser
  await page.goto(queueOf('Deep bowl'))
  await page.getByRole('checkbox', { name: 'Select all 8 shown' }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(progress(page)).toContainText('8 products are about to be approved')
  const expected = (at: number) => ({ id: ids[at], status: 'pending', version: 1 })
  const no = { code: 'other', rejectionReason: 'This one is chipped at the rim.', fields: [] }
  for (const at of [1, 3]) await ask(seller, 'products/edit', { id: ids[at], version: 1, change: { title: `Deeper bowl ${at}` } })
  await ask(seller, 'products/withdraw', { id: ids[5] })
  for (const at of [6, 7]) await ask(colleague, 'products/reject', { ...expected(at), ...no })

  await expect(progress(page)).toContainText('3 approved, 5 refused.', { timeout: 20_000 })
  expect(await statusesOf(adminUser, ids)).toEqual([
    ...['approved', 'pending', 'approved', 'pending', 'approved'],
    ...['draft', 'rejected', 'rejected'],
  ])
  await page.getByRole('button', { name: 'Show results' }).click()
  const results = page.getByRole('dialog', { name: 'Results by product' })
  await expect(results.getByRole('listitem')).toHaveCount(8)
  // In the middle of the window.
  const box = await results.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(10)
  await expect(results.getByRole('listitem').filter({ hasText: 'Deeper bowl' })).toHaveCount(2)
  await expect(results.getByText('Other Desk has since rejected this.')).toHaveCount(2)
  for (const at of [1, 3, 5]) {
    const { title } = await ask<Listed>(adminUser, 'products/get', { id: ids[at] })
    await expect(results.getByRole('listitem').filter({ hasText: title }).getByRole('paragraph')).not.toBeEmpty()
  }
})
