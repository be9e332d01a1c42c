import { checkBothSizes } from './accessibility.ts'
import { expect, openLive, test } from './journey.ts'
import { field, openInQueue, queueOf, rowOf } from './listing.ts'
import { listedInView } from './shelf.ts'

const reason = 'Three buyers received counterfeits.'

test('a seller is suspended with an open tab: signed out at once and shown the reason, nothing works, and everything is back after the reactivation', async ({
  admin,
  newSeller,
  pageErrors,
}) => {
  // The tab that is signed out asks once more and is refused; so is the attempt to sign in.
  pageErrors.allow(/status of 40[13] /)
  const seller = await newSeller('Sally Suspended')
  const title = 'A lamp that waits'
  await listedInView(seller, title)
  const { page } = await admin()
  const queue = queueOf(title)
  await page.goto(queue)
  await openInQueue(page, title)

  await page.getByRole('link', { name: 'User management' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User management' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill(seller.email)
  await expect(page).toHaveURL(/search=/)
  const row = rowOf(page, seller.email)
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Actions for Sally Suspended' }).click()
  await row.getByRole('menuitem', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend Sally Suspended' })
  await expect(dialog).toContainText('One pending product leaves the queue.')
  await expect(dialog).toContainText('the one open device is signed out')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(dialog).toContainText('This is required.')
  await field(dialog, 'Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  // Tests of the server measure that it takes at most a second; a busy machine renders both screens later.
  await expect(seller.page).toHaveURL(/\/login/)
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Suspended')

  // The tab shows the reason and where to appeal; a reload, a deep link and the right password lead nowhere else.
  await expect(seller.page.getByRole('main')).toContainText(`Reason: ${reason}`)
  await expect(seller.page.getByRole('link', { name: 'support@example.com' })).toBeVisible()
  await seller.page.goto('/seller/products?status=pending')
  await expect(seller.page).toHaveURL(/\/login/)
  await field(seller.page, 'Email').fill(seller.email)
  await field(seller.page, 'Password').fill('not his password')
  await seller.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(seller.page.getByRole('alert')).toContainText('The email or the password is wrong.')
  await expect(field(seller.page, 'Email')).toHaveValue(seller.email)
  await expect(seller.page.getByRole('alert')).not.toContainText('suspended')
  await field(seller.page, 'Password').fill(seller.password)
  await seller.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(seller.page.getByRole('alert')).toContainText(reason)

  await page.goto(queue)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expect(page.getByRole('main').getByText(title)).toHaveCount(0)

  await page.goto(`/admin/user-management?search=${encodeURIComponent(seller.email)}`)
  await row.getByRole('button', { name: 'Actions for Sally Suspended' }).click()
  await row.getByRole('menuitem', { name: 'Reactivate' }).click()
  await expect(rowOf(page, seller.email)).toContainText('Active')
  await page.goto(queue)
  await openInQueue(page, title)

  await seller.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Back to the deep link requested meanwhile.
  await expect(seller.page).toHaveURL(/\/seller\/products\?status=pending/)
  await expect(seller.page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(rowOf(seller.page, title)).toContainText('Pending')
})

test('an admin changes a role after entering the password again, and the open screens of the person follow', async ({
  admin,
  newSeller,
  pageErrors,
  backstall,
}) => {
  // After the hint about the new role, the former admin's open queries are repeated and refused.
  pageErrors.allow(/status of 403 .*\/rpc\//)
  // A wrong password is refused.
  pageErrors.allow(/status of 422 .*\/rpc\/users\/makeAdmin/)
  // So is a dashboard query that was still in flight.
  pageErrors.allow(/status of 404 .*\/files\/thumbnails\//)
  const seller = await newSeller('Roland Riser')
  await seller.page.goto('/seller/products')
  await expect(seller.page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  const { page, password } = await admin()
  // As if the admin had signed in a quarter of an hour ago.
  await backstall.inDatabase((sql) => sql`update sessions set confirmed_at = now() - interval '15 minutes'`)
  await page.goto(`/admin/user-management?search=${encodeURIComponent(seller.email)}`)
  const row = rowOf(page, seller.email)
  // The invited person has not opened the link in the mail yet.
  const actions = row.getByRole('button', { name: 'Actions for Roland Riser' })
  const makeAdmin = row.getByRole('menuitem', { name: 'Make admin' })
  await actions.press('ArrowDown')
  await expect(row.getByRole('menuitem', { name: 'Suspend' })).toBeFocused()
  await checkBothSizes(page, 'the menu of a person')
  await page.keyboard.press('Escape')
  await expect(makeAdmin).toBeHidden()
  await expect(actions).toBeFocused()
  await actions.press('Enter')
  await expect(row.getByRole('menuitem', { name: 'Suspend' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(makeAdmin).toBeFocused()
  await expect(makeAdmin).toHaveAccessibleDescription(/This address was never confirmed/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Make Roland Riser an admin' })
  await expect(dialog).toContainText('sees every product, order, sales figure, chat and account')
  await expect(field(dialog, 'Password')).toBeFocused()
  await checkBothSizes(page, 'making an admin')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(actions).toBeFocused()
  await actions.click()
  await makeAdmin.click()
  await field(dialog, 'Password').fill('not this')
  await dialog.getByRole('button', { name: 'Make admin' }).click()
  await expect(dialog).toContainText('This is not your password.')
  await expect(row).toContainText('Seller')
  await field(dialog, 'Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Admin')
  await expect(page.getByText(`The address ${seller.email} was never confirmed`, { exact: false }).last()).toBeVisible()
  await expect(seller.page).toHaveURL(/\/admin\/dashboard/)
  await expect(seller.page.getByRole('link', { name: 'User management' })).toBeVisible()
  // The password counts for ten minutes.
  await actions.click()
  await row.getByRole('menuitem', { name: 'Make seller' }).click()
  const back = page.getByRole('dialog', { name: 'Make Roland Riser a seller' })
  await expect(back).toContainText('can no longer see other people’s accounts')
  await expect(back.getByRole('textbox')).toHaveCount(0)
  await back.getByRole('button', { name: 'Make seller' }).click()
  await expect(seller.page).toHaveURL(/\/seller\/products/)
  await expect(seller.page.getByRole('link', { name: 'User management' })).toHaveCount(0)
})

test('an admin signs a person out on every device, and finds it in the history', async ({ admin, registered, pageErrors }) => {
  pageErrors.allow(/status of 401 /)
  const seller = await registered('Lotte Lost')
  await openLive(seller.page, '/seller/products')
  const { page } = await admin()
  await page.goto(`/admin/user-management?search=${encodeURIComponent(seller.email)}`)
  // Anywhere in the row.
  await page.getByRole('cell', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click()
  await expect(page.getByText('Not signed in on any device.')).toBeVisible()
  await expect(seller.page).toHaveURL(/\/login/)
  await expect(page.getByRole('link', { name: 'Lotte Lost was signed out on one device.' })).toBeVisible()
})

test('a person’s record and the history are accessible, wide and narrow, and show what happened', async ({ admin, registered }) => {
  const seller = await registered('Petra Person')
  const { page } = await admin()
  await page.goto(`/admin/user-management?search=${encodeURIComponent(seller.email)}`)
  await page.getByRole('link', { name: 'Petra Person' }).click()
  await expect(page.getByRole('heading', { name: 'Petra Person', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Petra Person registered.')
  await checkBothSizes(page, 'the record of a person')
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('dialog')).toContainText('This person has no products on sale.')
  await checkBothSizes(page, 'suspending')
  await field(page.getByRole('dialog'), 'Reason').fill(reason)
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Petra Person was suspended.')
  await page.getByRole('link', { name: 'Search the whole history' }).click()
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Reason: ${reason}`)
  await page.getByRole('combobox', { name: 'Type' }).selectOption('payment')
  await expect(page.getByRole('main')).toContainText('Nothing matches')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('main')).toContainText('Petra Person was suspended.')
  await checkBothSizes(page, 'the history')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('history.csv')
})
