import type { Locator, Page } from '@playwright/test'
import { findings } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { linkFor } from './mailbox.ts'

const password = 'a boat with two sails'
const open = '/register?invite='
const tooLate = 'This invitation was used or withdrawn, or has expired. Ask for a new one.'

/** Invites a person from the user management; returns their row in the list of open invitations. */
async function invite(page: Page, email: string, role: 'seller' | 'admin'): Promise<Locator> {
  await page.goto('/admin/user-management')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
  return page.getByRole('main').getByRole('listitem').filter({ hasText: email })
}

/** Fills in the fields that an invitation leaves to the invited person. */
async function createAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

test('an invited person is signed in with the role of the invitation, and the link works only once', async ({
  admin,
  visitor,
  pageErrors,
  backstall,
}) => {
  // The used link is refused, in the browser and by a direct request.
  pageErrors.allow(/status of 422 /)
  const { page: adminPage } = await admin()
  const email = `invited-${Date.now()}@example.com`
  const waiting = await invite(adminPage, email, 'admin')
  await expect(waiting).toContainText('Admin · invited by')
  const link = await linkFor(backstall.dataDir, email, open)

  const page = await visitor()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/invitation')) asked += 1
  })
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  expect(await findings(page)).toEqual([])
  // The link is for this address alone, whatever address is sent.
  const other = await page.request.post('/api/auth/sign-up', {
    data: { name: 'Somebody Else', email: `else-${email}`, password, invite: link.replace(open, '') },
    headers: { origin: backstall.url },
  })
  expect(await other.json()).toMatchObject({ user: null, code: 'invitation-address' })
  await createAccount(page, 'Ines Invited')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('link', { name: 'User management' })).toBeVisible()
  // Not again after the sign-up, which used it up.
  expect(asked).toBe(1)
  await expect(waiting).toHaveCount(0)

  const late = await visitor()
  await late.goto(link)
  await expect(late.getByText(tooLate)).toBeVisible()
  await expect(late.getByLabel('Password')).toHaveCount(0)
})

test('a withdrawn invitation opens nothing; one that is sent again opens by its newest mail', async ({
  admin,
  visitor,
  pageErrors,
  backstall,
}) => {
  pageErrors.allow(/status of 422 /)
  const { page: adminPage } = await admin()
  const email = `withdrawn-${Date.now()}@example.com`
  const waiting = await invite(adminPage, email, 'seller')
  const first = await linkFor(backstall.dataDir, email, open)
  await waiting.getByRole('button', { name: 'Send again' }).click()
  const second = await linkFor(backstall.dataDir, email, open, first)

  const page = await visitor()
  const refused = page.getByText(tooLate)
  await page.goto(first)
  await expect(refused).toBeVisible()
  await page.goto(second)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await waiting.getByRole('button', { name: 'Withdraw' }).click()
  await expect(waiting).toHaveCount(0)
  // It was withdrawn while the form was open.
  await createAccount(page, 'Wanda Withdrawn')
  await expect(refused).toBeVisible()
  await expect(page).toHaveURL(/\/register/)
})
