import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { linkFor } from './mailbox.ts'

const password = 'a boat with two sails'
const open = '/register?invite='

/** Invites somebody as an admin does, from the user management. */
async function invite(page: Page, email: string, role: 'seller' | 'admin'): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
}

test('whoever is invited by mail is signed in with the role of the invitation, and the link works for nobody after that', async ({
  admin,
  visitor,
  complaints,
  backstall,
}) => {
  // The used link is refused, in the browser and by hand.
  complaints.allow(/status of 422 /)
  const { page: desk } = await admin()
  const email = `invited-${Date.now()}@example.com`
  await desk.goto('/admin/user-management')
  await invite(desk, email, 'admin')
  const waiting = desk.getByRole('main').getByRole('listitem').filter({ hasText: email })
  await expect(waiting).toContainText('Admin · invited by')
  await expect.poll(() => linkFor(backstall.dataDir, email, open)).not.toBe('')
  const link = await linkFor(backstall.dataDir, email, open)

  const page = await visitor()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).setLegacyMode().analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  // The link is for this address alone, whatever is sent in its place.
  const other = await page.request.post('/api/auth/sign-up', {
    data: { name: 'Somebody Else', email: `else-${email}`, password, invite: link.replace(open, '') },
    headers: { origin: backstall.url },
  })
  expect(await other.json()).toMatchObject({ user: null, code: 'invitation-address' })
  await page.getByLabel('Name').fill('Ines Invited')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('link', { name: 'User management' })).toBeVisible()
  await expect(waiting).toHaveCount(0)

  const late = await visitor()
  await late.goto(link)
  await expect(late.getByText('This invitation was used, withdrawn or is too old. Ask for a new one.')).toBeVisible()
  await expect(late.getByLabel('Password')).toHaveCount(0)
})

test('an invitation that is taken back opens nothing, one that is sent again opens by its newest mail', async ({
  admin,
  visitor,
  complaints,
  backstall,
}) => {
  complaints.allow(/status of 422 /)
  const { page: desk } = await admin()
  const email = `withdrawn-${Date.now()}@example.com`
  await desk.goto('/admin/user-management')
  await invite(desk, email, 'seller')
  await expect.poll(() => linkFor(backstall.dataDir, email, open)).not.toBe('')
  const first = await linkFor(backstall.dataDir, email, open)
  const waiting = desk.getByRole('main').getByRole('listitem').filter({ hasText: email })
  await waiting.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => linkFor(backstall.dataDir, email, open)).not.toBe(first)
  const second = await linkFor(backstall.dataDir, email, open)

  const page = await visitor()
  const refused = page.getByText('This invitation was used, withdrawn or is too old. Ask for a new one.')
  await page.goto(first)
  await expect(refused).toBeVisible()
  await page.goto(second)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await waiting.getByRole('button', { name: 'Withdraw' }).click()
  await expect(waiting).toHaveCount(0)
  // It was withdrawn while the form stood open.
  await page.getByLabel('Name').fill('Wanda Withdrawn')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(refused).toBeVisible()
  await expect(page).toHaveURL(/\/register/)
})
