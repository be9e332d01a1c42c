import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { defaultSettings, type PublicSettings } from '#domain/settings.ts'
import { routerOptions } from '#web/app/router.tsx'
import { meQuery, queries } from '#web/platform/queries/queries.ts'

const settings: PublicSettings = { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' }
type Answer = { status: number; body: object }
let posted: { path: string; body: object }[]
let answers: (answer: Answer) => void

/** The screen of a visitor; the test decides when the server answers a form, and how. */
function open(address: string, change: Partial<typeof settings> = {}) {
  queries.setQueryData(meQuery.queryKey, { user: null, settings: { ...settings, ...change } })
  const router = createRouter({ ...routerOptions, history: createMemoryHistory({ initialEntries: [address] }) })
  return render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  posted = []
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    posted.push({ path, body: JSON.parse(String(body)) })
    return new Promise<Response>((resolve) => {
      answers = ({ status, body: content }) => resolve(Response.json(content, { status }))
    })
  })
})
afterEach(() => {
  cleanup()
  queries.clear()
  vi.unstubAllGlobals()
})

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('signing in', () => {
  it('shows problems beside each field before anything is sent', async () => {
    open('/login')
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
    type('Email', 'anna')
    press('Sign in')
    const email = screen.getByLabelText('Email')
    expect(await screen.findByText('This is not an email address.')).toBeDefined()
    expect(screen.getByText('This is required.')).toBeDefined()
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email)
    expect(posted).toEqual([])
  })

  it('sends once, however often people click, and announces a refusal', async () => {
    open('/login')
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
    type('Email', 'anna@example.com')
    type('Password', 'correct horse')
    press('Sign in')
    press('Sign in')
    fireEvent.submit(screen.getByLabelText('Email'))
    await waitFor(() => expect(posted).toHaveLength(1))
    answers({ status: 401, body: { user: null, error: 'The email or the password is wrong.', code: 'wrong-credentials', field: null } })
    expect((await screen.findByRole('alert')).textContent).toBe('The email or the password is wrong.')
    expect(posted).toEqual([{ path: '/api/auth/sign-in', body: { email: 'anna@example.com', password: 'correct horse' } }])
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse')
  })
})

describe('a forgotten password', () => {
  it('gets the same answer for every address, and a typing error can be corrected', async () => {
    open('/login')
    await screen.findByRole('button', { name: 'Forgot password?' })
    press('Forgot password?')
    const heading = await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' })
    expect(document.activeElement).toBe(heading)
    press('Send the link')
    expect(await screen.findByText('This is required.')).toBeDefined()
    expect(posted).toEqual([])
    type('Email', ' anna@example.com')
    press('Send the link')
    await waitFor(() => expect(posted).toEqual([{ path: '/api/auth/forgot-password', body: { email: 'anna@example.com' } }]))
    answers({ status: 200, body: {} })
    expect(await screen.findByText(/^If there is an account for anna@example.com/)).toBeDefined()
    press('Send again')
    await waitFor(() => expect(posted).toHaveLength(2))
    expect(posted[1]).toEqual(posted[0])
    answers({ status: 200, body: {} })
    expect(await screen.findByText('Sent again.')).toBeDefined()
    press('Back to sign in')
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeDefined()
  })

  it('without a mail server leads to the operator for the link, for every address alike, and promises no email', async () => {
    open('/login', { mailsAreFiles: true })
    await screen.findByRole('button', { name: 'Forgot password?' })
    press('Forgot password?')
    type('Email', 'anna@example.com')
    press('Send the link')
    await waitFor(() => expect(posted).toEqual([{ path: '/api/auth/forgot-password', body: { email: 'anna@example.com' } }]))
    answers({ status: 200, body: {} })
    expect(await screen.findByRole('heading', { level: 1, name: 'Ask for your link' })).toBeDefined()
    expect(screen.getByText(/^If there is an account for anna@example.com/)).toBeDefined()
    expect(screen.getByText(/ask its operator for it/)).toBeDefined()
    expect(screen.queryByText(/on its way|Send again/)).toBeNull()
  })

  it('takes the address along that was typed at sign-in, and back', async () => {
    open('/login')
    await screen.findByRole('button', { name: 'Forgot password?' })
    type('Email', 'anna@example.com')
    const email = () => screen.getByLabelText<HTMLInputElement>('Email').value
    press('Forgot password?')
    await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' })
    expect(email()).toBe('anna@example.com')
    press('Back to sign in')
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
    expect(email()).toBe('anna@example.com')
  })

  it('is replaced through the mailed link, whose token leaves the address afterwards', async () => {
    open('/login?reset=abc')
    await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })
    type('New password', 'a long walk')
    press('Save the new password')
    await waitFor(() =>
      expect(posted.at(-1)).toEqual({ path: '/api/auth/reset-password', body: { token: 'abc', password: 'a long walk' } }),
    )
    answers({ status: 200, body: { email: 'anna@example.com' } })
    expect(await screen.findByText('Your new password is saved. Sign in with it.')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeDefined()
  })

  it('need not be replaced after all: the mailed link leads back to sign in', async () => {
    open('/login?reset=abc')
    await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })
    press('Back to sign in')
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeDefined()
    expect(posted).toEqual([{ path: '/api/auth/reset-link', body: { token: 'abc' } }])
  })

  it.each(['on opening it', 'after a password was typed'])('needs a new link if the old one was used or has expired: %s', async (when) => {
    open('/login?reset=abc')
    await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })
    await waitFor(() => expect(posted).toHaveLength(1))
    if (when === 'after a password was typed') {
      type('New password', 'a long walk')
      press('Save the new password')
      await waitFor(() => expect(posted).toHaveLength(2))
    }
    answers({ status: 422, body: { error: 'This link was already used or has expired.', code: 'link-expired', field: null } })
    expect((await screen.findByRole('alert')).textContent).toMatch(/already used/)
    expect(screen.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeDefined()
    expect(screen.queryByLabelText('New password')).toBe(null)
    press('Request a new link')
    expect(await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeDefined()
  })

  it('says of a link that confirmed an address before that it no longer works, not that the address is not confirmed', async () => {
    open('/login?verify=def')
    await waitFor(() => expect(posted).toHaveLength(1))
    answers({ status: 422, body: { error: 'This link was already used or has expired.', code: 'link-expired', field: null } })
    expect(await screen.findByRole('heading', { level: 1, name: 'This link no longer works' })).toBeDefined()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^It was already used or has expired/)
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined()
  })

  it('is independent of confirming an address, which a link does once', async () => {
    open('/login?verify=def')
    await waitFor(() => expect(posted).toEqual([{ path: '/api/auth/verify-email', body: { token: 'def' } }]))
    answers({ status: 200, body: { email: 'anna@example.com' } })
    expect(await screen.findByText('anna@example.com now belongs to your account.')).toBeDefined()
    press('Sign in')
    expect(await screen.findByLabelText('Email')).toBeDefined()
    expect(posted).toHaveLength(1)
  })
})

describe('registering', () => {
  it('shows a refusal of the server beside its field', async () => {
    open('/register')
    await screen.findByRole('heading', { level: 1, name: 'Create an account' })
    type('Name', 'Anna')
    type('Email', 'anna@example.com')
    type('Password', 'a long walk')
    press('Create account')
    await waitFor(() => expect(posted).toHaveLength(1))
    answers({
      status: 422,
      body: { user: null, error: 'An account with this email already exists.', code: 'email-taken', field: 'email' },
    })
    expect(await screen.findByText('An account with this email already exists.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('brings a field that was refused into view together with what is wrong, also if it has the focus already', async () => {
    open('/register')
    await screen.findByText('At least 8 characters.')
    const inView = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
      expect(this.parentElement?.parentElement?.textContent).toContain('Use at least 8 characters.')
    })
    onTestFinished(() => inView.mockRestore())
    type('Name', 'Anna')
    type('Email', 'anna@example.com')
    screen.getByLabelText('Password').focus()
    press('Create account')
    expect(inView).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['Sign in', 'Sign in'],
    ['Forgot password?', 'Forgot your password?'],
  ])('with an address that has an account leads to “%s”, which has the address', async (link, heading) => {
    open('/register')
    await screen.findByRole('heading', { level: 1, name: 'Create an account' })
    type('Name', 'Anna')
    type('Email', ' anna@example.com')
    type('Password', 'a long walk')
    press('Create account')
    await waitFor(() => expect(posted).toHaveLength(1))
    answers({ status: 422, body: { user: null, error: 'Taken.', code: 'email-taken', field: 'email' } })
    const offer = within((await screen.findByText(/^Is it yours/)) as HTMLElement)
    fireEvent.click(offer.getByRole('link', { name: link }))
    await screen.findByRole('heading', { level: 1, name: heading })
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('anna@example.com')
  })

  it('shows how strong the password is while it is typed', async () => {
    open('/register')
    await screen.findByText('At least 8 characters.')
    type('Password', 'abc')
    expect(await screen.findByText('Password strength: too short')).toBeDefined()
    type('Password', 'Ab3! and much more of it')
    expect(await screen.findByText('Password strength: strong')).toBeDefined()
  })

  it('says once how long the password has to be, also where it is missing', async () => {
    open('/register')
    await screen.findByText('At least 8 characters.')
    press('Create account')
    expect(await screen.findByText('Use at least 8 characters.')).toBeDefined()
    expect(screen.queryByText('At least 8 characters.')).toBeNull()
    expect(posted).toEqual([])
  })

  it('is not offered while registration is closed', async () => {
    open('/register', { registration: 'closed' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Registration is closed' })).toBeDefined()
    expect(screen.queryByLabelText('Email')).toBeNull()
    cleanup()
    open('/login', { registration: 'closed' })
    await screen.findByRole('heading', { level: 1, name: 'Sign in' })
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
  })

  it('works with an invitation even while registration is closed', async () => {
    open('/register?invite=0123456789abcdef', { registration: 'closed' })
    await waitFor(() => expect(posted).toHaveLength(1))
    answers({ status: 200, body: { email: 'nora@example.com', role: 'admin' } })
    expect(await screen.findByRole('button', { name: 'Create account' })).toBeDefined()
    expect(screen.queryByText(/closed/)).toBeNull()
  })

  it('says to a seller who was invited before it closed that it is closed, not that the link no longer works', async () => {
    open('/register?invite=0123456789abcdef', { registration: 'closed' })
    await waitFor(() => expect(posted).toHaveLength(1))
    answers({ status: 422, body: { user: null, code: 'registration-closed', error: 'Registration is closed.', field: null } })
    expect((await screen.findByRole('alert')).textContent).toMatch(/is not accepting new accounts at the moment/)
    expect(screen.getByRole('heading', { level: 1, name: 'Registration is closed' })).toBeDefined()
  })

  it('says what to do with an invitation whose link was cut', async () => {
    open('/register?invite=BADTOKEN')
    await waitFor(() => expect(posted).toHaveLength(1))
    answers({ status: 400, body: { user: null, code: 'invalid-argument', error: 'This link is not complete.', field: 'token' } })
    const said = 'This link is not complete. Copy the whole link from the email, or ask for a new invitation.'
    expect((await screen.findByRole('alert')).textContent).toBe(said)
    expect(screen.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  it('shows the marketplace’s own terms', async () => {
    open('/register', { termsUrl: 'https://example.com/terms', marketplaceName: 'Nordic Crafts' })
    const link = await screen.findByRole('link', { name: 'Terms' })
    expect(link.getAttribute('href')).toBe('https://example.com/terms')
    expect(screen.queryByRole('link', { name: 'Privacy' })).toBeNull()
    await waitFor(() => expect(document.title).toBe('Create an account'))
  })
})

it('an address without a page shows visitors the marketplace and the way in', async () => {
  open('/nowhere', { marketplaceName: 'Nordic Crafts' })
  await screen.findByRole('heading', { level: 1, name: 'Page not found' })
  expect(within(screen.getByRole('banner')).getByText('Nordic Crafts')).toBeDefined()
  expect(screen.getAllByRole('main')).toHaveLength(1)
  fireEvent.click(screen.getByRole('link', { name: 'Go to the start page' }))
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
})

describe('a sign-in provider', () => {
  const provider = 'login.example.com'

  it('stands above the form, keeps the page that was asked for, and says if it cannot be reached', async () => {
    open('/login?return=%2Fseller%2Forders', { signIn: { provider, password: true } })
    await screen.findByLabelText('Password')
    press(`Sign in with ${provider}`)
    await waitFor(() => expect(posted).toEqual([{ path: '/api/auth/provider', body: { purpose: 'sign-in', return: '/seller/orders' } }]))
    answers({
      status: 503,
      body: { user: null, code: 'provider-unavailable', error: 'The sign-in provider cannot be reached.', field: null },
    })
    expect((await screen.findByRole('alert')).textContent).toBe('The sign-in provider cannot be reached.')
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined()
  })

  it.each(['/login', '/register'])('is the only way in at %s where passwords are switched off', async (address) => {
    open(address, { signIn: { provider, password: false } })
    await screen.findByRole('button', { name: new RegExp(`with ${provider}$`) })
    for (const label of ['Email', 'Password', 'Name']) expect(screen.queryByLabelText(label)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Forgot password?' })).toBeNull()
  })

  it('sends people back with an answer, which is handed over once; a refusal and a missing code are asked for in place', async () => {
    history.replaceState(null, '', '/login/callback?code=secret&state=abc')
    open('/login/callback')
    await waitFor(() => expect(posted).toEqual([{ path: '/api/auth/provider/return', body: { search: '?code=secret&state=abc' } }]))
    answers({ status: 401, body: { user: null, code: 'second-factor-needed', error: 'Enter the code.', field: 'code' } })
    await screen.findByLabelText('Code')
    type('Code', '123456')
    press('Sign in')
    await waitFor(() => expect(posted[1]?.body).toEqual({ search: '?code=secret&state=abc', code: '123456' }))
    answers({ status: 422, body: { user: null, code: 'provider-expired', error: 'This sign-in took too long.', field: null } })
    expect((await screen.findByRole('alert')).textContent).toBe('This sign-in took too long.')
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/login')
    history.replaceState(null, '', '/')
  })
})
