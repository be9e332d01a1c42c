import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { openInQueue, queueOf } from './listing.ts'
import { statusesOf } from './shelf.ts'

const opened = (page: Page) => page.getByRole('region', { name: 'Opened product' }).getByRole('heading', { level: 2 })

test('an admin takes twenty decisions by keyboard alone, and each time the next product is shown', async ({ admin, shelf, absent }) => {
  const ids = await shelf(await absent('Mug Seller'), 'Stoneware mug', 52)
  const adminUser = await admin('Quick Hands')
  const { page } = adminUser
  await page.goto(queueOf('Stoneware mug'))
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('j')
  for (let number = 1; number <= 20; number += 1) {
    await expect(opened(page)).toHaveText(`Stoneware mug ${number}`)
    await page.keyboard.press(number % 4 === 0 ? 'r' : 'a')
    if (number % 4 !== 0) continue
    await expect(page.getByRole('dialog', { name: 'Reject product' })).toBeVisible()
    await page.keyboard.press('2')
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  await expect(opened(page)).toHaveText('Stoneware mug 21')
  // Keys belong to a panel that lies above the queue.
  const notices = page.getByRole('dialog', { name: 'Notifications' })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(notices).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await expect(notices).toBeHidden()
  await expect(opened(page)).toHaveText('Stoneware mug 21')
  const wanted = ids.slice(0, 21).map((_, at) => (at === 20 ? 'pending' : at % 4 === 3 ? 'rejected' : 'approved'))
  await expect.poll(() => statusesOf(adminUser, ids.slice(0, 21))).toEqual(wanted)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('on a phone each product is shown from its top, however far the last one was read', async ({ admin, shelf, absent }) => {
  await shelf(await absent('Long Seller'), 'Long read', 3)
  const { page } = await admin('Thumb Scroller')
  await page.setViewportSize({ width: 360, height: 500 })
  await page.goto(queueOf('Long read'))
  await openInQueue(page, 'Long read 1')
  const readOn = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(opened(page)).not.toBeInViewport()
  }
  await readOn()
  await page.keyboard.press('j')
  await expect(opened(page)).toHaveText('Long read 2')
  await expect(opened(page)).toBeInViewport()
  await readOn()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(opened(page)).toHaveText('Long read 3')
  await expect(opened(page)).toBeInViewport()
  // The products of the shelf become drafts after the journey, which would refuse a decision under way.
  await expect(page.getByText('“Long read 2” was approved.')).toBeVisible()
})

test('a decision taken offline is reported as not taken, and counts once the connection is back', async ({
  admin,
  shelf,
  pageErrors,
  absent,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR/)
  const ids = await shelf(await absent('Raft Seller'), 'Small raft', 2)
  const adminUser = await admin('Far Out')
  const { page } = adminUser
  await page.goto(queueOf('Small raft'))
  await openInQueue(page, 'Small raft 1')
  await adminUser.context.setOffline(true)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const refusal = page.getByRole('alert').filter({ hasText: '“Small raft 1” was not approved.' })
  await expect(refusal).toContainText('You are offline.')
  await expect(page.getByText('The server did not confirm')).toHaveCount(0)
  await adminUser.context.setOffline(false)
  await expect(refusal).toContainText('You were offline. Open it again to decide.')
  expect(await statusesOf(adminUser, ids)).toEqual(['pending', 'pending'])
  await refusal.getByRole('button', { name: 'Open it again' }).click()
  await expect(opened(page)).toHaveText('Small raft 1')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.poll(() => statusesOf(adminUser, ids)).toEqual(['approved', 'pending'])
})
