import { expect, test } from './journey.ts'
import { openInQueue, queueOf, rowOf } from './listing.ts'
import { listedInView } from './shelf.ts'

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
