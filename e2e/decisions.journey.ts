import { expect, test } from './journey.ts'
import { openInQueue, queueOf, rowOf } from './listing.ts'
import { ask, type Listed, listedInView } from './shelf.ts'

test('when two admins decide at once, one wins, and the other is shown who it was', async ({ admin, newSeller, pageErrors }) => {
  pageErrors.allow(/status of 409|net::ERR_FAILED/)
  const title = 'A contested atlas'
  const seller = await newSeller('Atlas Seller')
  await listedInView(seller, title)
  const { page: first } = await admin('Anna First')
  const { page: second } = await admin('Bert Second')
  // Both have the pending product open, but the second gets no hints meanwhile.
  await second.context().route('**/api/live**', (route) => route.abort())
  for (const page of [first, second]) {
    await page.goto(queueOf(title))
    await openInQueue(page, title)
  }
  await second.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = second.getByRole('dialog', { name: 'Reject product' })
  await dialog.getByRole('combobox', { name: /^Reason\b/ }).selectOption('duplicate')
  await first.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(rowOf(seller.page, title)).toContainText('Approved')

  await dialog.getByRole('button', { name: 'Reject product' }).click()
  await expect(second.getByText('Anna First has since approved this.').first()).toBeVisible()
  await expect(rowOf(seller.page, title)).toContainText('Approved')
})

test('both click Approve at the same moment: the product is approved once', async ({ admin, newSeller, pageErrors, absent }) => {
  pageErrors.allow(/status of 409/)
  const title = 'A contested globe'
  const seller = await newSeller('Globe Seller')
  await listedInView(seller, title)
  const adminPages = [(await admin('Cleo Third')).page, (await admin('Dan Fourth')).page]
  for (const page of adminPages) {
    await page.goto(queueOf(title))
    await openInQueue(page, title)
  }
  await Promise.all(
    adminPages.map((page) => page.getByRole('button', { name: 'Approve', exact: true }).evaluate((button: HTMLElement) => button.click())),
  )
  await expect(rowOf(seller.page, title)).toContainText('Approved')
  const reader = await absent('Ida Reader', 'admin')
  const [{ id } = { id: '' }] = (await ask<{ rows: Listed[] }>(seller, 'products/list')).rows
  const approvals = async () => {
    const { rows } = await ask<{ rows: { itemId: string }[] }>(reader, 'history/list', { type: 'product_approval' })
    return rows.filter(({ itemId }) => itemId === id).length
  }
  await expect.poll(approvals).toBe(1)
})

test('an admin decides by keyboard alone: open, close the reason dialog with Escape, reject with a reason, next', async ({
  admin,
  newSeller,
}) => {
  const title = 'A keyboard stand'
  const seller = await newSeller('Stand Seller')
  await listedInView(seller, title)
  const { page } = await admin('Elsa Keys')
  await page.goto(queueOf(title))
  await expect(page.getByRole('main').getByText(title).first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject product' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowOf(seller.page, title)).toContainText('Pending')
  await page.keyboard.press('r')
  await expect(dialog.locator(':focus')).toBeVisible()
  await dialog.getByRole('combobox', { name: /^Reason\b/ }).press('i')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Please add what is in the box.')
  const confirm = dialog.getByRole('button', { name: 'Reject product' })
  while (!(await confirm.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rowOf(seller.page, title)).toContainText('Please add what is in the box.')
})
