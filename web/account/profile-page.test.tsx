import '#web/testing/indexed-db.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Account } from '#domain/account.ts'
import type { PublicSettings } from '#domain/settings.ts'
import { openCacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { ada, doneHome, renderApp, sally } from '#web/testing/render-app.tsx'

const account = {
  ...ada,
  shopName: '',
  phone: '',
  address: '',
  about: '',
  extra: [],
  avatar: null,
  emailVerified: true,
  pendingEmail: null,
  confirmed: true,
  mayChoosePassword: false,
  hasPassword: true,
  provider: null as Account['provider'],
}
const devices = [true, false].map((isThis) => ({
  id: isThis ? 'this' : 'other',
  ipAddress: '',
  isThis,
  createdAt: account.createdAt,
  seenAt: account.createdAt,
  userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 ${isThis ? 'Firefox/130.0' : 'Thing'}`,
}))
const preferences = { product_approval: 'both', chat: 'both', info: 'both', daily: true }
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens the profile of an admin without a second factor. */
async function openProfile(required = false, about: Partial<Account> = {}, settings: Partial<PublicSettings> = {}) {
  const secondFactor = { on: false, recoveryCodesLeft: 0, required }
  const app = await renderApp('/profile', [], {
    user: { ...ada, lacksSecondFactor: required },
    settings,
    answers: {
      'account/get': () => ({ ...account, ...about, secondFactor }),
      'account/devices': () => devices,
      'notifications/preferences': () => preferences,
      'notifications/choose': () => ({ ...preferences, chat: 'app' }),
    },
  })
  await screen.findByRole('button', { name: 'Set up second factor' })
  return app
}

/** The headings of the profile in order. */
async function headings(required: boolean) {
  await openProfile(required)
  return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
}

test('an admin who is locked out for lack of a second factor finds it first on the page', async () => {
  const found = await headings(true)
  expect(found.slice(0, 2)).toEqual(['Signing in', 'About you'])
  // The server would refuse them.
  expect(found).not.toContain('Notification settings')
})

test('an admin who is not locked out finds the profile first on the page', async () => {
  const found = await headings(false)
  expect(found.slice(0, 2)).toEqual(['About you', 'Signing in'])
  expect(found).toContain('Notification settings')
})

test('a seller is asked for the name of their shop, an administrator is not', async () => {
  const { close } = await openProfile()
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Shop name' })).toBeNull()
  close()
  await openProfile(false, { role: 'seller' })
  expect(await screen.findByRole('textbox', { name: 'Shop name' })).toBeDefined()
})

test.each([
  [undefined, /as soon as you open the link we sent there/],
  [true, /the link, which is in the outbox folder of the server: ask its operator/],
])('a person whose new address is pending reads where its link is; mails as files: %s', async (mailsAreFiles, where) => {
  await openProfile(false, { pendingEmail: 'ada@new.example' }, { mailsAreFiles })
  expect(screen.getByText(where).textContent).toContain('ada@new.example')
  expect(screen.queryByText(/we sent/) === null).toBe(mailsAreFiles === true)
})

test('a person signs out of each device; of this one by the usual sign-out', async () => {
  const app = await openProfile()
  const buttons = await screen.findAllByRole('button', { name: /^Sign out (?!all)/ })
  expect(buttons).toHaveLength(2)
  fireEvent.click(within(screen.getByText('This device').closest('li') as HTMLElement).getByRole('button'))
  await waitFor(() => expect(app.address()).toBe('/logout'))
  expect(app.sent('account/endDevice')).toEqual([])
})

test('a person chooses on the profile how they are notified', async () => {
  const app = await openProfile()
  fireEvent.change(await screen.findByRole('combobox', { name: 'Chat' }), { target: { value: 'app' } })
  await waitFor(() => expect(app.sent('notifications/choose')).toEqual([{ change: { chat: 'app' } }]))
})

test('a person who has no password confirms at the provider before a change, and comes back to the profile', async () => {
  const posted: unknown[] = []
  await openProfile(false, { hasPassword: false, confirmed: false, provider: { name: 'login.example.com', isConnected: true } })
  await screen.findByText('This is your only way to sign in. Choose a password first.')
  expect(screen.queryByRole('button', { name: /^Disconnect/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Change email' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }))
  expect(dialog.queryByLabelText('Current password')).toBeNull()
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    posted.push(JSON.parse(String(body)))
    return Response.json({ code: 'provider-unavailable', error: 'The provider cannot be reached.' }, { status: 503 })
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm with login.example.com' }))
  await dialog.findByText('The provider cannot be reached.')
  expect(posted).toEqual([{ purpose: 'confirm', return: '/profile' }])
  vi.unstubAllGlobals()
})

test('a person without a password is not offered to connect a provider, which would ask for it', async () => {
  await openProfile(false, { hasPassword: false, provider: { name: 'login.example.com', isConnected: false } })
  await screen.findByText('Connecting needs your password. Choose a password first.')
  expect(screen.queryByRole('button', { name: /^Connect/ })).toBeNull()
})

test('the size of the offline cache is at least a mebibyte; reducing it deletes the excess, and it can be emptied', async () => {
  await openProfile()
  await screen.findByText(/ MiB of 40 MiB$/)
  const store = openCacheStore()
  const large = { hash: 'large', data: 'x'.repeat(600_000), at: Date.now() }
  await store.write('ada admin', [large, { ...large, hash: 'larger' }], [], new Set())
  const field = screen.getByLabelText('Limit, in MiB')
  const save = (mebibytes: string) => {
    fireEvent.change(field, { target: { value: mebibytes } })
    fireEvent.click(screen.getByText('Save limit'))
  }
  save('0.5')
  await screen.findByText('Allow at least 1 MiB (1,048,576 bytes).')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect((await store.size('ada admin'))?.bytes).toBeGreaterThan(1_200_000)
  save('1')
  await screen.findByText(/^0\.6 MiB of 1 MiB$/)
  expect(await store.hashes('ada admin')).toContain('larger')
  expect(await store.hashes('ada admin')).not.toContain('large')
  fireEvent.click(screen.getByText('Remove stored data'))
  await screen.findByText(/^(0|less than 0\.1) MiB of 1 MiB$/)
  expect(await store.hashes('ada admin')).not.toContain('larger')
})

test('a browser that stores nothing says so in the profile, and everything else works', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('The disk is broken.', 'UnknownError')
  })
  await openProfile()
  await screen.findByText(/^This browser stores nothing/)
  expect(screen.queryByText('Remove stored data')).toBeNull()
})

test.each([
  ['finds at once what closing the account does to their products', 0, true],
  ['with orders to ship is led to them before anything is asked', 2, false],
])('a seller %s', async (_, orders, asks) => {
  const totals: Record<string, number> = { approved: 2, pending: 1, draft: 0 }
  const app = await renderApp('/profile', [], {
    user: sally,
    answers: {
      'account/get': () => ({ ...account, role: 'seller', secondFactor: { on: false, recoveryCodesLeft: 0, required: false } }),
      'account/devices': () => devices,
      'notifications/preferences': () => preferences,
      'products/list': ({ status }) => ({ rows: [], next: null, total: totals[String(status)] }),
      'account/home': () => ({ ...doneHome, waiting: { orders, rejected: 0, unread: 0 } }),
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Close account' }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['2', '1', '0']))
  expect(dialog.queryByLabelText(/password/i) !== null).toBe(asks)
  const link = dialog.queryByRole('link', { name: '2 orders to ship' })
  expect(link?.getAttribute('href')).toBe(asks ? undefined : '/seller/orders?lineStatus=open')
  fireEvent.click(dialog.getByRole('button', { name: 'Close account' }))
  expect(app.sent('account/close')).toEqual([])
})

test('an administrator reads what closing the account means for administrators, and nothing about products', async () => {
  await openProfile()
  await screen.findByText('This is permanent. Your decisions stay in the history.')
  fireEvent.click(screen.getByRole('button', { name: 'Close account' }))
  const text = (await screen.findByRole('dialog', { name: 'Close your account?' })).textContent
  expect(text).toContain('Chats assigned to you are unassigned')
  expect(text).not.toMatch(/product|draft/i)
})

test('an empty row of additional fields is no obstacle to saving the others', async () => {
  const extra = [{ key: 'VAT', value: 'NO 1' }]
  const { sent, answers } = await openProfile(false, { extra })
  answers['account/edit'] = ({ change }: Record<string, unknown>) => ({ ...account, extra, ...(change as object) })
  fireEvent.click(await screen.findByRole('button', { name: 'Add a field' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add a field' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of field 3' }), { target: { value: 'Phone hours' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Your profile is saved.')
  expect(sent('account/edit')).toEqual([{ change: { extra: [...extra, { key: 'Phone hours', value: '' }] } }])
})

test('a person copies the key of the second factor as the app wants it, without spaces', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const app = await openProfile()
  app.answers['account/startSecondFactor'] = () => ({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' })
  fireEvent.click(screen.getByRole('button', { name: 'Set up second factor' }))
  fireEvent.change(await screen.findByLabelText(/Current password/), { target: { value: 'harbour' } })
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('ABCD EFGH IJKL MNOP')
  fireEvent.click(screen.getByRole('button', { name: 'Copy key' }))
  await screen.findByText('The key is copied.')
  expect(writeText).toHaveBeenCalledWith('ABCDEFGHIJKLMNOP')
})

test.each([
  ['a phone cannot scan its own screen, so there the key stands before the code', true, 'Enter this key'],
  ['a computer shows the code to scan first', false, 'Scan this code'],
])('%s', async (_, onPhone, title) => {
  const app = await openProfile()
  const listens = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: onPhone && query.includes('599px'), ...listens }))
  app.answers['account/startSecondFactor'] = () => ({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' })
  fireEvent.click(screen.getByRole('button', { name: 'Set up second factor' }))
  fireEvent.change(await screen.findByLabelText(/Current password/), { target: { value: 'harbour' } })
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const code = dialog.getByRole('img', { name: 'QR code for an authenticator app' })
  const isBefore = dialog.getByText('ABCD EFGH IJKL MNOP').compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(Boolean(isBefore)).toBe(onPhone)
})
