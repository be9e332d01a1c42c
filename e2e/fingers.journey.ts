import { expect, openLive, test } from './journey.ts'

test.use({ contextOptions: { hasTouch: true, isMobile: true, viewport: { width: 900, height: 900 } } })

test('a seller on a tablet finds buttons and links of the navigation that fingers hit, and no keys of a keyboard', async ({
  newSeller,
}) => {
  const { page } = await newSeller('Tabea Tablet')
  await openLive(page, '/profile')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const targets = [
    navigation.getByRole('link', { name: 'Orders' }),
    page.getByRole('button', { name: 'Search' }),
    page.getByRole('button', { name: 'Change password' }),
    page.getByRole('link', { name: 'Download' }),
  ]
  for (const target of targets) expect((await target.boundingBox())?.height, `${target}`).toBeGreaterThanOrEqual(44)
  await expect(page.getByText('Ctrl K')).toBeHidden()
  await page.getByRole('button', { name: 'Search' }).tap()
  const palette = page.getByRole('dialog', { name: 'Search' })
  await palette.getByRole('combobox', { name: 'Search' }).fill('theme')
  await expect(palette.getByRole('option', { name: /theme/i }).first()).toBeVisible()
  await expect(palette.locator('kbd')).toBeHidden()
})
