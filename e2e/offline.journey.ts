import { expect, test } from './journey.ts'
import { queueOf, rowOf } from './listing.ts'
import { listedInView } from './shelf.ts'

test('a seller is shown that they are offline, and missed changes appear as soon as the connection is back', async ({
  newSeller,
  admin,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR/)
  const seller = await newSeller('Travelling Seller')
  const title = 'A folding boat'
  await listedInView(seller, title)
  const { page: adminPage } = await admin('Hugo Seventh')
  await expect(seller.page.getByText('Live', { exact: true })).toBeVisible()
  await seller.context.setOffline(true)
  await expect(seller.page.getByText('Offline', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(rowOf(seller.page, title)).toContainText('Pending')

  await adminPage.goto(queueOf(title))
  await adminPage.getByRole('main').getByText(title).first().click()
  await adminPage.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(adminPage.getByRole('button', { name: 'Approve', exact: true })).toBeHidden()

  await seller.context.setOffline(false)
  await expect(seller.page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(rowOf(seller.page, title)).toContainText('Approved')
  await expect(seller.page.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible()
})
