import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { UserRecord } from '#contract/users.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { ada, Refused, refuses, renderApp, sally } from '#web/testing/render-app.tsx'
import { toasts } from '#web/ui/toasts.ts'

let app: Awaited<ReturnType<typeof renderApp>>

const none = { draft: 0, pending: 0, approved: 0, rejected: 0, archived: 0 }
const record = (change: Partial<UserRecord> = {}): UserRecord => ({
  ...sally,
  emailVerified: true,
  suspensionReason: null,
  suspendedAt: null,
  suspendedBy: null,
  products: none,
  unarchived: 0,
  shopName: '',
  avatar: null,
  phone: '',
  address: '',
  about: '',
  lastSeenAt: null,
  editRequests: 0,
  openLines: 0,
  invitations: 0,
  apiKeys: [],
  sessions: 1,
  roleDecidedBy: null,
  ...change,
})
type Me = { confirmed?: boolean; on?: boolean; hasPassword?: boolean }

/** The user management with one person; the admin confirmed recently or not, with a second factor or not. */
async function openAt(person: UserRecord, { confirmed = true, on = false, hasPassword = true }: Me = {}, answers = {}) {
  app = await renderApp('/admin/user-management', [], {
    answers: {
      'users/list': () => ({ rows: [person], next: null }),
      'users/get': () => person,
      'account/get': () => ({
        ...ada,
        confirmed,
        hasPassword,
        provider: { name: 'login.example.com', isConnected: !hasPassword },
        secondFactor: { on, recoveryCodesLeft: 10, required: false },
      }),
      'users/makeAdmin': () => ({ ...person, role: 'admin' }),
      'users/makeSeller': () => ({ ...person, role: 'seller' }),
      ...answers,
    },
  })
  return app
}
const ask = async (move: 'Make admin' | 'Make seller', title: string) => {
  fireEvent.click(await screen.findByRole('button', { name: /^Actions for / }))
  fireEvent.click(await screen.findByRole('menuitem', { name: move }))
  return within(await screen.findByRole('dialog', { name: title }))
}
const confirm = (dialog: ReturnType<typeof within>, name: string) => act(async () => fireEvent.click(dialog.getByRole('button', { name })))
const sent = (path: string) => app.sent(path)

it('suspends no support administrator: the menu says why, and asks nothing', async () => {
  await openAt(record({ role: 'admin', isSupport: true }))
  fireEvent.click(await screen.findByRole('button', { name: /^Actions for / }))
  const suspend = await screen.findByRole('menuitem', { name: /^Suspend/ })
  expect(suspend.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(suspend)
  expect(screen.getAllByText('This is the support account: it stays an active admin.').length).toBeGreaterThan(0)
  expect(screen.queryByRole('dialog', { name: /Suspend/ })).toBeNull()
})

describe('a role changes', () => {
  it('only after a dialog explained what follows, without a password if the admin confirmed recently', async () => {
    await openAt(record({ products: { ...none, archived: 2 } }))
    const dialog = await ask('Make admin', 'Make Sally an admin')
    await dialog.findByText(/sees every product, order/)
    expect(dialog.getByText('2 archived products stay archived.')).toBeTruthy()
    expect(dialog.queryByText(/that provider decides/)).toBeNull()
    expect(dialog.queryByLabelText('Password')).toBeNull()
    expect(sent('users/makeAdmin')).toEqual([])
    await confirm(dialog, 'Make admin')
    await screen.findByText('Sally is an admin now.')
    expect(sent('users/makeAdmin')).toEqual([{ id: 'sally' }])
  })

  it('where the sign-in provider decides it at each sign-in, after the dialog said so', async () => {
    await openAt(record({ roleDecidedBy: 'login.example.com' }))
    const dialog = await ask('Make admin', 'Make Sally an admin')
    await dialog.findByText(/^At each sign-in at login\.example\.com, that provider decides whether this person is an admin\./)
  })

  it('with the password if it is required again, sent once however often people press', async () => {
    await openAt(record(), { confirmed: false })
    const dialog = await ask('Make admin', 'Make Sally an admin')
    const password = await dialog.findByLabelText<HTMLInputElement>('Password')
    await waitFor(() => expect(document.activeElement).toBe(password))
    expect(dialog.queryByLabelText('Or a code')).toBeNull()
    await dialog.findByText(/sees every product/)
    await confirm(dialog, 'Make admin')
    expect(dialog.getByText('This is required.')).toBeTruthy()
    expect(sent('users/makeAdmin')).toEqual([])
    fireEvent.input(password, { target: { value: 'harbour' } })
    const button = dialog.getByRole('button', { name: 'Make admin' })
    await act(async () => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
    await screen.findByText('Sally is an admin now.')
    expect(sent('users/makeAdmin')).toEqual([{ id: 'sally', password: 'harbour' }])
  })

  it('after an admin without a password signed in at the provider again', async () => {
    await openAt(record(), { confirmed: false, hasPassword: false })
    const dialog = await ask('Make admin', 'Make Sally an admin')
    await dialog.findByRole('button', { name: 'Confirm with login.example.com' })
    expect(dialog.queryByLabelText('Password')).toBeNull()
  })

  it('with a code of the second factor instead of the password', async () => {
    await openAt(record({ role: 'admin', invitations: 3 }), { confirmed: false, on: true })
    const dialog = await ask('Make seller', 'Make Sally a seller')
    await dialog.findByText('3 open invitations of this admin end, and do not come back.')
    fireEvent.input(await dialog.findByLabelText('Or a code'), { target: { value: '123456' } })
    expect(dialog.queryByText(/keeps the name/)).toBeNull()
    await confirm(dialog, 'Make seller')
    await screen.findByText('Sally is a seller now.')
    expect(sent('users/makeSeller')).toEqual([{ id: 'sally', code: '123456' }])
  })

  it('of an admin with a name of the staff, who is said to keep it as a seller', async () => {
    await openAt(record({ role: 'admin', name: 'Support' }))
    const dialog = await ask('Make seller', 'Make Support a seller')
    expect(await dialog.findByText(/^keeps the name “Support”, although no other seller may choose it/)).toBeTruthy()
  })

  it('with a password after all if the ten minutes ended while the dialog was open, and a wrong one is refused', async () => {
    let tries = 0
    const refuse = () => {
      tries += 1
      if (tries === 1) throw new Refused(403, 'confirmation-needed', 'Enter your password to confirm this.', { field: 'password' })
      throw new Refused(422, 'wrong-password', 'This is not your password.', { field: 'password' })
    }
    await openAt(record(), {}, { 'users/makeAdmin': refuse })
    const dialog = await ask('Make admin', 'Make Sally an admin')
    await dialog.findByText(/sees every product/)
    await confirm(dialog, 'Make admin')
    const password = await dialog.findByLabelText<HTMLInputElement>('Password')
    expect(dialog.getByText('Enter your password to confirm this.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(password))
    fireEvent.input(password, { target: { value: 'not it' } })
    await confirm(dialog, 'Make admin')
    await dialog.findByText('This is not your password.')
    expect(screen.queryByText('Sally is an admin now.')).toBeNull()
  })

  it('not for a seller with products or open lines: both are counted and linked, and the button gives the reason', async () => {
    await openAt(record({ products: { ...none, approved: 3, draft: 1 }, unarchived: 5, openLines: 2 }), { confirmed: false })
    const dialog = await ask('Make admin', 'Make Sally an admin')
    await dialog.findByText('5 products are not archived:')
    expect(dialog.getByText('1 being created')).toBeTruthy()
    const links = dialog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['3 Approved', '/admin/product-approval?seller=sally&status=approved'],
      ['1 Draft', '/admin/product-approval?seller=sally&status=draft'],
      ['show the orders', '/admin/orders?seller_id=sally&lineStatus=open'],
    ])
    expect(dialog.queryByLabelText('Password')).toBeNull()
    const button = dialog.getByRole('button', { name: 'Make admin' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('title')).toMatch(/cannot become an admin yet/)
    await act(async () => fireEvent.click(button))
    expect(sent('users/makeAdmin')).toEqual([])
  })
})

/** What the page of a person asks for beside the person. */
const pageAnswers = {
  'users/devices': () => [],
  'history/list': () => ({ rows: [], next: null }),
  'orders/list': () => ({ rows: [], next: null }),
  'products/list': () => ({ rows: [], next: null }),
  'notifications/sentTo': () => ({ rows: [], next: null }),
  'chats/list': () => ({ rows: [], next: null }),
  'sales/figures': () => ({ totals: {}, totalsBefore: {} }),
}

it('the page of a seller names shop, person and contact, shows what they were told, and opens their chat', async () => {
  const notice = {
    id: 'n1',
    message: 'Your product “Lamp” was rejected.',
    reason: 'Blurred.',
    isRead: true,
    createdAt: '2026-11-20T10:00:00.000Z',
  }
  const person = record({ shopName: 'Lamps & more', phone: '+49 30 5550 909', about: 'Lamps since 1990.' })
  await openAt(
    person,
    {},
    { ...pageAnswers, 'notifications/sentTo': () => ({ rows: [notice], next: null }), 'chats/open': () => ({ id: 'c1' }) },
  )
  await app.go('/admin/users/sally')
  await screen.findByRole('heading', { name: 'Lamps & more', level: 1 })
  expect(screen.getByRole('link', { name: 'sally@example.com' }).getAttribute('href')).toBe('mailto:sally@example.com')
  expect(screen.getByRole('link', { name: '+49 30 5550 909' }).getAttribute('href')).toBe('tel:+49305550909')
  expect((await screen.findByText(notice.message)).closest('li')?.textContent).toMatch(/Blurred\..*Read$/)
  expect(screen.getByRole('link', { name: 'All products' }).getAttribute('href')).toBe('/admin/products?seller_id=sally')
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Lamps & more' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Open chat' }))
  await waitFor(() => expect(app.address()).toBe('/admin/chat/c1'))
  expect(sent('chats/open')).toEqual([{ buyerId: 'sally' }])
})

it('the page of a person shows their last chat message and how many no admin has read, or that there is none', async () => {
  const chat = { id: 'c1', lastMessageTimestamp: '2026-11-20T10:00:00.000Z', adminUnreadCount: 2 }
  await openAt(record(), {}, { ...pageAnswers, 'chats/list': () => ({ rows: [chat], next: null }) })
  await app.go('/admin/users/sally')
  const last = (await screen.findByText('Last message')).closest('dl')
  expect(last?.textContent).toMatch(/Unread2$/)
  expect(last?.querySelector('a')?.getAttribute('href')).toBe('/admin/chat/c1')
  expect(sent('chats/list')).toEqual([{ buyerId: 'sally', limit: 1 }])
  app.answers['chats/list'] = () => ({ rows: [], next: null })
  await app.refresh()
  expect(await screen.findByText('No message yet')).toBeDefined()
  expect(screen.queryByText('Last message')).toBeNull()
})

it('a message to a person stands among their notices as soon as it is sent', async () => {
  await openAt(record(), {}, { ...pageAnswers, 'notifications/send': () => ({ recipients: 1 }) })
  await app.go('/admin/users/sally')
  fireEvent.click(await screen.findByRole('button', { name: 'Send announcement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Announcement to Sally' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Announcement' }), { target: { value: 'We are closed.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send announcement' }))
  expect((await screen.findByText('We are closed.', { selector: 'p' })).closest('li')?.textContent).toMatch(/Not read/i)
})

it('a person suspended on their page shows as suspended in the list before the server answers that', async () => {
  const suspended = { status: 'suspended', suspensionReason: 'Sold what is not theirs.' } as const
  await openAt(record(), {}, { ...pageAnswers, 'users/suspend': () => record(suspended) })
  await screen.findByRole('link', { name: 'Sally' })
  await app.go('/admin/users/sally')
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByRole('textbox', { name: /^Reason/ }), { target: { value: suspended.suspensionReason } })
  for (const call of ['users/list', 'users/get']) app.answers[call] = () => new Promise(() => {})
  await confirm(dialog, 'Suspend')
  await app.go('/admin/user-management')
  expect((await screen.findByRole('link', { name: 'Sally' })).closest('tr')?.textContent).toContain('Suspended')
})

it('a person who is reactivated on their page cannot have the suspension before it undone any more', async () => {
  let person = record()
  const move = (status: UserRecord['status']) => () => {
    person = record({ status })
    return person
  }
  const moves = { 'users/get': () => person, 'users/suspend': move('suspended'), 'users/reactivate': move('active') }
  await openAt(person, {}, { ...pageAnswers, ...moves })
  await app.go('/admin/users/sally')
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByRole('textbox', { name: /^Reason/ }), { target: { value: 'Sold what is not theirs.' } })
  await confirm(dialog, 'Suspend')
  await screen.findByText('Sally is suspended.')
  fireEvent.click(await screen.findByRole('button', { name: 'Reactivate' }))
  await screen.findByText('Sally is active again.')
  // Also among the folded ones.
  expect(toasts.read().map(({ text }) => text)).toEqual(['Sally is active again.'])
})

describe('a colleague’s faster change', () => {
  it('shows in the dialog: a person who is an admin already is not made one again', async () => {
    await openAt(record(), { confirmed: false }, { 'users/get': () => record({ role: 'admin' }) })
    const dialog = await ask('Make admin', 'Make Sally an admin')
    expect((await dialog.findAllByText('Sally is already an admin.')).length).toBe(1)
    expect(dialog.queryByLabelText('Password')).toBeNull()
    const button = dialog.getByRole('button', { name: 'Make admin' })
    expect(button.getAttribute('title')).toBe('Sally is already an admin.')
    await act(async () => fireEvent.click(button))
    expect(sent('users/makeAdmin')).toEqual([])
  })

  it('shows once if the role changed while the dialog was open', async () => {
    const refuse = () => {
      answers['users/get'] = () => record({ role: 'seller' })
      throw new Refused(409, 'wrong-status', 'Sally is already a seller.')
    }
    const { answers } = await openAt(record({ role: 'admin' }), {}, { 'users/makeSeller': refuse })
    const dialog = await ask('Make seller', 'Make Sally a seller')
    await dialog.findByText(/can no longer see/)
    await confirm(dialog, 'Make seller')
    await waitFor(() => expect(dialog.queryByText(/can no longer see/)).toBeNull())
    expect(dialog.getAllByText('Sally is already a seller.')).toHaveLength(1)
    expect(dialog.getByRole('button', { name: 'Make seller' }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('an announcement to many', () => {
  const count = (recipients: number) =>
    refuses(409, 'count-unconfirmed', 'This cannot be taken back. Confirm the number affected first.', { recipients })
  const write = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Send announcement' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send an announcement' }))
    fireEvent.change(dialog.getByRole('textbox', { name: 'Announcement' }), { target: { value: 'We are closed.' } })
    await confirm(dialog, 'Continue')
    return dialog
  }

  it('is sent only after the number of people was confirmed, with the newest count at every attempt', async () => {
    const { answers } = await openAt(record(), {}, { 'notifications/send': count(612) })
    const dialog = await write()
    const send = await dialog.findByRole('button', { name: 'Send to 612 people' })
    expect(dialog.getByText('We are closed.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change the announcement'))
    // The second half of a double click on the send button.
    await act(async () => fireEvent.click(send, { detail: 2 }))
    expect(sent('notifications/send')).toEqual([{ to: 'sellers', text: 'We are closed.' }])
    answers['notifications/send'] = count(613)
    await confirm(dialog, 'Send to 612 people')
    await dialog.findByRole('button', { name: 'Send to 613 people' })
    answers['notifications/send'] = () => ({ recipients: 613 })
    answers['notifications/announcementProgress'] = () => ({ recipients: 613, sent: 200 })
    await confirm(dialog, 'Send to 613 people')
    await screen.findByText('200 of 613 sent')
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Progress' }).value).toBeCloseTo(200 / 613)
    expect(screen.queryByText(/^The announcement/)).toBeNull()
    answers['notifications/announcementProgress'] = () => ({ recipients: 613, sent: 613 })
    await screen.findByText('The announcement was sent to 613 people.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent('notifications/send').map(({ recipients }) => recipients)).toEqual([undefined, 612, 613])
  })

  it('is sent on if its progress is closed', async () => {
    await openAt(record(), {}, { 'notifications/send': count(2) })
    const dialog = await write()
    Object.assign(app.answers, {
      'notifications/send': () => ({ recipients: 2 }),
      'notifications/announcementProgress': () => ({ recipients: 2, sent: 0 }),
    })
    await confirm(dialog, 'Send to 2 people')
    await screen.findByText('0 of 2 sent')
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    await screen.findByText('The announcement is on its way to 2 people.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(/was sent to/)).toBeNull()
  })

  it('can be changed after the question, which is then asked again', async () => {
    await openAt(record(), {}, { 'notifications/send': count(2) })
    const dialog = await write()
    await confirm(dialog, 'Change the announcement')
    const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Announcement' })
    expect([text.value, document.activeElement]).toEqual(['We are closed.', text])
    fireEvent.change(dialog.getByRole('combobox', { name: 'To' }), { target: { value: 'everybody' } })
    await confirm(dialog, 'Continue')
    await dialog.findByText(/goes to all people/)
    expect(sent('notifications/send').at(-1)).toEqual({ to: 'everybody', text: 'We are closed.' })
  })
})

it('only admins can be invited while registration is closed, and the dialog says so', async () => {
  await openAt(record(), {}, { 'invitations/create': ({ email, role }: Record<string, unknown>) => ({ email, role }) })
  act(() => {
    queries.setQueryData(meQuery.queryKey, (me) => me && { ...me, settings: { ...me.settings, registration: 'closed' as const } })
  })
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite a person' }))
  expect(dialog.getByText('Registration is closed: only administrators can be invited.')).toBeTruthy()
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Admin'])
  fireEvent.change(dialog.getByLabelText(/Email/), { target: { value: 'nora@example.com' } })
  await confirm(dialog, 'Send invitation')
  await waitFor(() => expect(sent('invitations/create')).toEqual([{ email: 'nora@example.com', role: 'admin' }]))
})

it('an invitation whose address the mail server refused says so, and an expired one can be removed', async () => {
  const ines = { id: 'ines', role: 'seller', invitedBy: 'Ada', createdAt: ada.createdAt, expiresAt: '2026-12-20T10:00:00.000Z' }
  app = await renderApp('/admin/user-management', [], {
    answers: {
      'invitations/list': () => [
        { ...ines, email: 'typo@example.com', status: 'open', undelivered: true },
        { ...ines, id: 'late', email: 'late@example.com', status: 'expired', undelivered: false },
      ],
      'invitations/withdraw': () => ({}),
    },
  })
  const [typo, late] = (await screen.findAllByText(/@example\.com$/, { selector: 'li p' })).map((email) =>
    within(email.closest('li') as HTMLElement),
  )
  expect(typo?.getByText(/^Not delivered/)).toBeTruthy()
  expect(late?.queryByText(/^Not delivered/)).toBeNull()
  fireEvent.click(late?.getByRole('button', { name: 'Withdraw' }) as HTMLElement)
  await waitFor(() => expect(app.sent('invitations/withdraw')).toEqual([{ id: 'late' }]))
})

it('an invitation that no mail server sends is said to be a file, before and after, and again for the next one', async () => {
  const email = 'ines@example.com'
  const invitedBy = 'Ada'
  const expiresAt = '2026-12-20T10:00:00.000Z'
  app = await renderApp('/admin/user-management', [], {
    settings: { mailsAreFiles: true },
    answers: {
      'invitations/list': () => [{ id: 'ines', email, role: 'seller', status: 'open', invitedBy, createdAt: ada.createdAt, expiresAt }],
      'invitations/create': ({ email, role }) => ({ email, role }),
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite a person' }))
  expect(dialog.getByText(/^There is no mail server, so nothing is emailed/)).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Show in Health' }).getAttribute('href')).toBe('/admin/settings?section=health')
  expect(dialog.queryByText(/^We email/)).toBeNull()
  fireEvent.change(dialog.getByLabelText(/Email/), { target: { value: 'nora@example.com' } })
  await confirm(dialog, 'Send invitation')
  await screen.findByText('Not emailed: the invitation of nora@example.com as seller is in the outbox folder of the server.')
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText('Not emailed: the invitation of ines@example.com as seller is in the outbox folder of the server.')
})

it('an admin who invited another admin invites a seller next, unless they choose again', async () => {
  await openAt(record(), {}, { 'invitations/create': ({ email, role }: Record<string, unknown>) => ({ email, role }) })
  const invite = async (email: string, role?: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite a person' }))
    fireEvent.change(dialog.getByLabelText(/Email/), { target: { value: email } })
    if (role) fireEvent.change(dialog.getByRole('combobox', { name: 'Role' }), { target: { value: role } })
    await confirm(dialog, 'Send invitation')
  }
  await invite('nora@example.com', 'admin')
  await screen.findByText('An invitation to nora@example.com as administrator is on its way.')
  await invite('otto@example.com')
  await screen.findByText('An invitation to otto@example.com as seller is on its way.')
  expect(sent('invitations/create').map(({ role }) => role)).toEqual(['admin', 'seller'])
})
