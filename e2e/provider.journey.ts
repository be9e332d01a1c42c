import { openOidcProvider } from '#server/testing/oidc-provider.ts'
import { chooseSignOut, expect, signInAs, test } from './journey.ts'
import { adminPassword, newBackstall, supportEmail } from './server.ts'

test('a person signs in at the provider, signs out there too, and another connects their account', async ({ visitor, pageErrors }) => {
  test.setTimeout(120_000)
  // The provider has no icon.
  pageErrors.allow(/status of 404 .*\/favicon\.ico/)
  const provider = await openOidcProvider({ form: true })
  const { issuer, clientId, clientSecret, name } = provider.oidc
  const backstall = await newBackstall('.', { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret })
  provider.allow(backstall.url)
  await backstall.start()
  try {
    const page = await visitor()
    provider.state.person = { sub: 'nora', name: 'Nora Night', email: 'nora@provider.example', email_verified: true }
    await page.goto(`${backstall.url}/seller/orders?search=lamp`)
    await page.getByRole('button', { name: `Sign in with ${name}` }).click()
    await page.getByRole('button', { name: 'Sign in as nora' }).click()
    await expect(page).toHaveURL(`${backstall.url}/seller/orders?search=lamp`)
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
    await chooseSignOut(page)
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page).toHaveURL(`${backstall.url}/login`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()

    provider.state.person = { sub: 'chief', email: 'chief@provider.example' }
    await signInAs(page, supportEmail, adminPassword)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    await page.goto(`${backstall.url}/profile`)
    await page.getByRole('button', { name: `Connect ${name}` }).click()
    await page.getByLabel('Current password').fill(adminPassword)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in as chief' }).click()
    await expect(page).toHaveURL(`${backstall.url}/profile`)
    await expect(page.getByText(`Signing in with ${name} opens this account.`)).toBeVisible()
    // Without its server the page would report errors.
    await page.close()
  } finally {
    await backstall.stop()
    provider.close()
  }
})
