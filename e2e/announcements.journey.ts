import type { Page } from '@playwright/test'
import { expect, live, type Person, test } from './journey.ts'

const bell = (page: Page, unread: string) => page.getByRole('button', { name: `Notifications, ${unread} unread`, exact: true })

/** Writes an announcement in the dialog opened from the current screen. */
async function send(page: Page, title: string, text: string, many = false): Promise<void> {
  await page.getByRole('button', { name: 'Send announcement', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('textbox', { name: 'Announcement' }).fill(text)
  await dialog.getByRole('button', { name: many ? 'Continue' : 'Send announcement' }).click()
  if (many) {
    await expect(dialog).toContainText('This announcement goes to all sellers.')
    await expect(dialog.getByRole('button', { name: 'Change the announcement' })).toBeFocused()
    await dialog.getByRole('button', { name: /^Send to \d+ people$/ }).click()
  }
  await expect(dialog).toBeHidden()
}

async function openRecord(page: Page, { email, name }: Person): Promise<void> {
  await page.goto(`/admin/user-management?search=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('an announcement to one person reaches the bell of that person alone, one to all sellers reaches theirs, live', async ({
  admin,
  newSeller,
  pageErrors,
}) => {
  // The server first returns the number of recipients.
  pageErrors.allow(/status of 409 .*\/rpc\/notifications\/send/)
  const { page } = await admin()
  const one = await newSeller('Mona Meant')
  const other = await newSeller('Otto Other')
  for (const seller of [one, other]) {
    await seller.page.goto('/seller/products')
    await expect(bell(seller.page, 'none')).toBeVisible()
    await expect(live(seller.page)).toBeVisible()
  }
  await openRecord(page, one)
  await send(page, 'Announcement to Mona Meant', 'Your parcels arrive late.')
  await expect(bell(one.page, '1')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'User management' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User management' })).toBeVisible()
  await send(page, 'Send an announcement', 'We are closed on Sunday.', true)
  await expect(bell(one.page, '2')).toBeVisible()
  await expect(bell(other.page, '1')).toBeVisible()
  await bell(other.page, '1').click()
  const list = other.page.getByRole('dialog', { name: 'Notifications' })
  await expect(list).toContainText('We are closed on Sunday.')
  await expect(list).not.toContainText('parcels')
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(list.getByText('Unread:')).toHaveCount(0)
  await expect(other.page.locator('[aria-label="Notifications, none unread"]')).toBeVisible()
})
