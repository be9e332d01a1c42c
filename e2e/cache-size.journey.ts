import { checkBothSizes } from './accessibility.ts'
import { expect, test } from './journey.ts'

test('the size of the cache can be set, wide and narrow, light and dark, with assistive technology', async ({ newSeller }) => {
  const { page } = await newSeller('Accessible Seller')
  await page.goto('/profile')
  await expect(page.getByText(/ MiB of 40 MiB$/)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Limit, in MiB' }).fill('6')
  await page.getByRole('button', { name: 'Save limit' }).click()
  await expect(page.getByText(/ MiB of 6 MiB$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/ MiB of 6 MiB$/)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Limit, in MiB' }).fill('0')
  await page.getByRole('button', { name: 'Save limit' }).click()
  await expect(page.getByText('Allow at least 1 MiB (1,048,576 bytes).')).toBeVisible()
  await checkBothSizes(page, 'what is kept')
})
