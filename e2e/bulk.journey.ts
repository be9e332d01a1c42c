import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { ask, type Listed, statusesOf } from './shelf.ts'

const queue = (search: string, more = '') => `/admin/product-approval?search=${encodeURIComponent(search)}${more}`
const progress = (page: Page) => page.getByRole('status').filter({ hasText: /about to be|approved|Approving/ })

/** Waits until the ninth second begins: expectations poll once a second and may miss a text that is shown for one second. */
const ninthSecond = (page: Page) =>
  page.evaluate(async () => {
    const shown = () => [...document.querySelectorAll<HTMLElement>('[role=status]')].map(({ innerText }) => innerText).join()
    while (!/\bin [12] s\b/.test(shown())) await new Promise((later) => setTimeout(later, 200))
  })

async function selectAll(page: Page, count: number): Promise<void> {
  await page.getByRole('checkbox', { name: `Select all ${count} shown` }).check()
}

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
  await page.goto(queue('Deep bowl'))
  await selectAll(page, 8)
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
  const [box, width] = [await results.boundingBox(), page.viewportSize()?.width ?? 0]
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(10)
  await expect(results.getByRole('listitem').filter({ hasText: 'Deeper bowl' })).toHaveCount(2)
  await expect(results.getByText('Other Desk has since rejected this.')).toHaveCount(2)
  for (const at of [1, 3, 5]) {
    const { title } = await ask<Listed>(adminUser, 'products/get', { id: ids[at] })
    await expect(results.getByRole('listitem').filter({ hasText: title }).getByRole('paragraph')).not.toBeEmpty()
  }
})

test('a bulk decision undone in the ninth second never happens', async ({ admin, shelf, absent }) => {
  const ids = await shelf(await absent('Jug Seller'), 'Tall jug', 3)
  const adminUser = await admin('Second Thoughts')
  const { page } = adminUser
  await page.goto(queue('Tall jug'))
  await selectAll(page, 3)
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(progress(page)).toContainText('3 products are about to be approved')
  await ninthSecond(page)
  await page.keyboard.press('u')
  await expect(page.getByText('Undone. Nothing was decided.')).toBeVisible()
  await expect(page.getByText('about to be approved')).toHaveCount(0)
  // The tenth second is over once another decision of the same kind, taken later, was carried out.
  // What was selected is selected again.
  await expect(page.getByRole('checkbox', { name: 'Select “Tall jug 3”' })).toBeChecked()
  for (const other of [1, 2]) await page.getByRole('checkbox', { name: `Select “Tall jug ${other}”` }).uncheck()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(progress(page)).toContainText('1 approved.', { timeout: 20_000 })
  expect(await statusesOf(adminUser, ids)).toEqual(['pending', 'pending', 'approved'])
})
