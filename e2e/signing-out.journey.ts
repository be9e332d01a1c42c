import { chooseSignOut, expect, test } from './journey.ts'

test('a sign-out first lists what it would lose, and a person who stays loses nothing', async ({ admin, shelf, absent }) => {
  await shelf(await absent('Kettle Seller'), 'Copper kettle', 2)
  const { page } = await admin('Leaving Desk')
  await page.goto('/admin/product-approval?search=Copper+kettle')
  await page.getByRole('link', { name: /Copper kettle 1/ }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject product' })
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('The spout is missing.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('checkbox', { name: 'Select “Copper kettle 2”' }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await chooseSignOut(page)
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    '1 unfinished rejection',
    '1 item in your bulk decision that has not been decided yet',
  ])
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('heading', { name: 'Product approval' })).toBeVisible()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Explanation' })).toHaveValue('The spout is missing.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await chooseSignOut(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('backstall-unsaved')))).toEqual([])
})
