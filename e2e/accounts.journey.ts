import { createHmac } from 'node:crypto'
import { expect, signInAs, test } from './journey.ts'
import { linkFor } from './mailbox.ts'

const newPassword = 'the tide comes in twice'

/** The code an authenticator app shows for a typed key, shifted by some half minutes. */
function appShows(key: string, later = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key.replace(/\s/g, '')].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const hash = createHmac('sha1', secret).update(counter).digest()
  return String((hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff) % 1e6).padStart(6, '0')
}

test('a person who forgot their password gets back in, and all other sessions of the account end', async ({
  newSeller,
  visitor,
  backstall,
  pageErrors,
}) => {
  // The open profile gets a hint about the new password and asks what changed just when its session ends.
  pageErrors.allow(/status of 401 .*\/rpc\/account\//)
  const { page: home, email, password } = await newSeller('Lost Lena')
  await home.goto('/profile')
  await expect(home.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  const page = await visitor()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ask for your link' })).toBeVisible()
  await page.goto(await linkFor(backstall.dataDir, email, '/login?reset='))
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Your new password is saved. Sign in with it.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(home).toHaveURL(/\/login/)
  await signInAs(page, email, newPassword)
  await expect(page).toHaveURL(/\/seller\/products$/)
  expect(password).not.toBe(newPassword)
})

test('a second factor protects an account, and a recovery code replaces the phone', async ({
  registered,
  visitor,
  pageErrors,
  backstall,
}) => {
  // Codes are refused on the way.
  pageErrors.allow(/status of (401|422)/)
  const { page, email, password } = await registered('Careful Clara')
  await page.goto('/profile')
  // Not before the person has confirmed the address.
  await expect(page.getByRole('button', { name: 'Set up second factor' })).toHaveAccessibleDescription(/^Confirm your email address first/)
  await page.goto(await linkFor(backstall.dataDir, email, '/login?verify='))
  const isConfirmed = page.getByRole('dialog', { name: 'Your email address is confirmed' })
  await expect(isConfirmed).toBeVisible()
  await expect(page).toHaveURL(/\/seller\/products$/)
  // It is said once.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(isConfirmed).toBeHidden()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up second factor' }).click()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const key = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(appShows(key))
  await page.getByLabel('Code', { exact: true }).press('Enter')
  const shown = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  // A second Enter does not close what is shown only once.
  await page.keyboard.press('Enter')
  const codes = await shown.allTextContents()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  const other = await visitor()
  await other.goto('/login')
  await signInAs(other, email, password)
  await other.getByLabel('Code').fill('000000')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByText(/^This code is wrong/)).toBeVisible()
  await other.getByLabel('Code').fill(codes[0] ?? '')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other).toHaveURL(/\/seller\/products$/)

  await page.reload()
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(other).toHaveURL(/\/login/)
  await expect(other.getByText('Your session has ended. Sign in again.', { exact: true })).toBeVisible()
})

test('a person closes their account, and afterwards nothing of it can be found', async ({ newSeller, pageErrors }) => {
  pageErrors.allow(/status of 401/)
  const { page, email, password } = await newSeller('Leaving Lou')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Close account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close your account?' })
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await expect(page.getByText('Your account is closed.')).toBeVisible()
  await signInAs(page, email, password)
  await expect(page.getByRole('alert')).toHaveText('The email or the password is wrong.')
})
