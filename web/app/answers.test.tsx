import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chatOf, log, openOwn, press, write } from '#web/testing/chat.ts'
import { product, renderApp, sally } from '#web/testing/render-app.tsx'
import { opened, openQueue } from '#web/testing/triage.ts'

// Imported after `renderApp`, which replaces the network before the app is loaded.
const { App } = await import('#web/app/App.tsx')
const { followPerson } = await import('#web/app/App.tsx')
const { currentUserId, queries } = await import('#web/platform/queries/queries.ts')
const { leaveOnSessionEnd, router } = await import('#web/app/router.tsx')
const { onSessionEnd } = await import('#web/platform/rpc/session-end.ts')

/** An answer of Backstall's own. */
const own = (status: number, code: string, message: string, data: object = {}) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ json: { defined: false, code, status, message, data } }),
})
/** An answer of a proxy, which knows nothing of Backstall. */
const foreign = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: { ...headers, 'content-type': 'text/html' },
  body: '<h1>gateway of somebody</h1>',
})
const unreachable = 'The service is not available at the moment. Try again in a little while.'
const tooOften = 'Too many attempts. Wait a little, then try again.'
const notAllowed = 'Your role does not allow this.'
const gone = 'This no longer exists, or you cannot see it.'

let app: Awaited<ReturnType<typeof renderApp>>
const ended = vi.fn(async () => true)
beforeEach(() => {
  ended.mockClear()
  onSessionEnd(ended)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  // None of these answers ends the session.
  expect(ended).not.toHaveBeenCalled()
})

/** Gives this answer to requests of an address, until it is lifted or for a number of times, and counts the requests. */
function refuse(address: RegExp, { body, ...about }: ReturnType<typeof own>, times = Number.POSITIVE_INFINITY) {
  const asked: number[] = []
  const { fetch } = globalThis
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(async (request, init) => {
    if (!address.test(request instanceof Request ? request.url : String(request))) return fetch(request, init)
    if (asked.push(Date.now()) > times) return fetch(request, init)
    return new Response(body, about)
  })
  return { asked, over: () => network.mockRestore() }
}

/** From now on time passes only in `until`. */
const stopTheClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Advances the clock until the assertion holds; after half a minute it throws the assertion's error. */
async function until(holds: () => void): Promise<void> {
  for (let passed = 0; passed < 30_000; passed += 200) {
    await later(200)
    try {
      return holds()
    } catch {
      // It does not hold yet.
    }
  }
  holds()
}

const main = () => within(screen.getByRole('main'))
const button = (name: string) => screen.getByRole('button', { name })
const caseName = (at: number, { status }: { status: number }) => `${at}: ${status}`

/** Answers to a write instead of its result, with the sentence shown; after a 5xx it is unknown whether it was done. */
const answers = [
  { answer: own(503, 'unavailable', unreachable), sentence: unreachable, isOpen: true },
  { answer: foreign(503), sentence: unreachable, isOpen: true },
  { answer: own(429, 'too-many-requests', tooOften, { retryAfter: 60 }), sentence: tooOften },
  { answer: foreign(429, { 'retry-after': '60' }), sentence: tooOften },
  { answer: foreign(408), sentence: unreachable },
  { answer: foreign(402), sentence: unreachable },
  // Only Backstall's own answer can end the session.
  { answer: foreign(401), sentence: 'Sign in to continue.' },
  { answer: foreign(403), sentence: notAllowed },
  { answer: own(403, 'not-allowed', notAllowed), sentence: notAllowed },
  { answer: foreign(404), sentence: gone },
]

describe('whatever answer the session check gets', () => {
  it('no one is sent to the sign-in screen, and the screen appears by itself', async () => {
    app = await renderApp('/seller/products', [product('1')], { user: sally })
    await screen.findByRole('link', { name: 'Lamp 1' })
    leaveOnSessionEnd()
    followPerson()
    stopTheClock()
    await router.navigate({ href: '/seller/products' }).catch(() => {})
    for (const [at, { answer }] of answers.entries()) {
      // As a page without bootstrap data.
      cleanup()
      queries.clear()
      const refused = refuse(/\/rpc\/users\/me/, answer)
      render(
        <QueryClientProvider client={queries}>
          <App />
        </QueryClientProvider>,
      )
      await until(() => expect(screen.queryByText('The service cannot be reached'), caseName(at, answer)).not.toBeNull())
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The service cannot be reached')
      expect(location.pathname).toBe('/seller/products')
      expect(refused.asked.length).toBeGreaterThan(0)
      refused.over()
      await until(() => expect(screen.queryByText('Lamp 1'), caseName(at, answer)).not.toBeNull())
      expect(screen.queryByText('The service cannot be reached')).toBeNull()
      expect(location.pathname).toBe('/seller/products')
    }
  })
})

/** Answers to a query: the sentence shown, the number of requests, and whether there is a button to ask again. */
const ofQuestions = [
  { answer: own(503, 'unavailable', unreachable), sentence: unreachable, asked: 3, again: true },
  { answer: foreign(503), sentence: unreachable, asked: 3, again: true },
  { answer: own(429, 'too-many-requests', tooOften, { retryAfter: 2 }), sentence: tooOften, asked: 3, again: true, pause: 2_000 },
  { answer: foreign(429, { 'retry-after': '2' }), sentence: tooOften, asked: 3, again: true, pause: 2_000 },
  // A wait of a minute is too long for a skeleton.
  { answer: foreign(429, { 'retry-after': '60' }), sentence: tooOften, asked: 1, again: true },
  { answer: foreign(408), sentence: unreachable, asked: 3, again: true },
  { answer: foreign(402), sentence: unreachable, asked: 1, again: true },
  // Only Backstall's own answer can end the session.
  { answer: foreign(401), sentence: 'Sign in to continue.', asked: 1, again: true },
  { answer: own(403, 'not-allowed', notAllowed), sentence: notAllowed, asked: 1, again: true },
  { answer: own(404, 'not-found', gone), sentence: gone, asked: 1, again: false },
]

describe('whatever answer a query gets', () => {
  it('a sentence says what is wrong, and a query is repeated if the failure may pass', async () => {
    app = await renderApp('/seller/products', [product('1')], { user: sally })
    await screen.findByRole('link', { name: 'Lamp 1' })
    stopTheClock()
    const tryAgain = () => main().queryAllByRole('button', { name: 'Try again' })
    for (const [at, { answer, sentence, asked, again, pause = 0 }] of ofQuestions.entries()) {
      const refused = refuse(/\/rpc\/products\/list/, answer)
      fireEvent.input(main().getByRole('searchbox', { name: 'Search' }), { target: { value: `Lamp of ${at}` } })
      await until(() => expect(main().queryByText(sentence), caseName(at, answer)).not.toBeNull())
      // Nor is it asked once more afterwards.
      await later(5_000)
      expect(refused.asked, caseName(at, answer)).toHaveLength(asked)
      for (const [before, time] of refused.asked.slice(1).entries())
        expect(time - (refused.asked[before] ?? 0)).toBeGreaterThanOrEqual(pause)
      expect(screen.getByRole('main').textContent).not.toContain('gateway')
      expect(tryAgain(), caseName(at, answer)).toHaveLength(again ? 1 : 0)
      refused.over()
      if (!again) continue
      fireEvent.click(tryAgain()[0] as HTMLElement)
      await until(() => expect(main().queryByText('Lamp 1')).not.toBeNull())
      expect(main().queryByText(sentence)).toBeNull()
      expect(tryAgain()).toHaveLength(0)
    }
  })
})

describe('whatever answer a write gets instead of its result', () => {
  it('the product returns with the reason, and can then be approved', async () => {
    app = await openQueue('1')
    fireEvent.click(screen.getByRole('link', { name: /Lamp 1/ }))
    await opened('Lamp 1')
    stopTheClock()
    const refusals = () => screen.queryByLabelText('Failed decisions')
    for (const [at, { answer, sentence, isOpen = false }] of answers.entries()) {
      const refused = refuse(/\/rpc\/products\/approve/, answer)
      fireEvent.click(button('Approve'))
      const outcome = isOpen ? 'The server did not confirm that “Lamp 1” was approved.' : `“Lamp 1” was not approved. ${sentence}`
      await until(() => expect(refusals()?.textContent, caseName(at, answer)).toContain(outcome))
      expect(refusals()?.textContent).not.toContain('gateway')
      expect(refused.asked, caseName(at, answer)).toHaveLength(1)
      refused.over()
      fireEvent.click(button('Open it again'))
      await until(() => expect(screen.queryByText('Approve', { selector: 'button' })).not.toBeNull())
      expect(refusals()).toBeNull()
      expect(app.sent('products/approve')).toEqual([])
    }
    fireEvent.click(button('Approve'))
    await until(() => expect(screen.queryByText('“Lamp 1” was approved.')).not.toBeNull())
    expect(app.sent('products/approve')).toMatchObject([{ id: '1' }])
    expect(refusals()).toBeNull()
  })

  it('the input of a form stays, and can then be saved', async () => {
    const live = product('1', { status: 'approved', approvedPrice: 1990 })
    const edited = { 'products/edit': () => ({ ...live, applied: [], waiting: ['title'] }) }
    app = await renderApp('/seller/products/edit/1', [live], { user: sally, answers: edited })
    await screen.findByLabelText(/^Title/)
    const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/)
    fireEvent.input(title(), { target: { value: 'A lamp worth waiting for' } })
    stopTheClock()
    const alerts = () => [...document.querySelectorAll('main [role=alert]')].map(({ textContent }) => textContent).join(' ')
    for (const [at, { answer, sentence }] of answers.entries()) {
      const refused = refuse(/\/rpc\/products\/edit/, answer)
      fireEvent.click(button('Save changes'))
      await until(() => expect(alerts(), caseName(at, answer)).toContain(sentence))
      expect(alerts()).not.toContain('gateway')
      expect(refused.asked, caseName(at, answer)).toHaveLength(1)
      expect(title().value).toBe('A lamp worth waiting for')
      refused.over()
    }
    fireEvent.click(button('Save changes'))
    await until(() => expect(app.sent('products/edit')).toMatchObject([{ change: { title: 'A lamp worth waiting for' } }]))
  })
})

it('Backstall’s own answer that no one is signed in ends the session, and the latest input stays on the device', async () => {
  app = await renderApp('/seller/products/edit/1', [product('1', { status: 'approved' })], { user: sally })
  fireEvent.input(await screen.findByLabelText(/^Title/), { target: { value: 'A lamp worth waiting for' } })
  leaveOnSessionEnd()
  app.answers['users/me'] = () => new Promise(() => {})
  refuse(/\/rpc\/products\/edit/, own(401, 'not-signed-in', 'Sign in to continue.'))
  fireEvent.click(button('Save changes'))
  await waitFor(() => expect(currentUserId()).toBeNull())
  expect(JSON.stringify(Object.entries(localStorage))).toContain('A lamp worth waiting for')
})

describe('a chat message', () => {
  const words = (chat: ReturnType<typeof chatOf>) => chat.messages.map(({ text }) => text)

  it('is sent again automatically where that may help, no sooner than the server asks', async () => {
    const chat = chatOf([])
    app = await openOwn(chat)
    stopTheClock()
    const texts: string[] = []
    for (const [at, { answer, pause }] of [
      { answer: own(503, 'unavailable', unreachable), pause: 0 },
      { answer: foreign(503), pause: 0 },
      { answer: foreign(408), pause: 0 },
      { answer: foreign(429, { 'retry-after': '3' }), pause: 3_000 },
    ].entries()) {
      const refused = refuse(/\/rpc\/chats\/send/, answer, 1)
      write(`By itself ${at}`)
      press()
      await until(() => expect(refused.asked).not.toHaveLength(0))
      // A network that goes and comes back is no reason to ask earlier.
      if (pause > 0) for (const event of ['offline', 'online']) dispatchEvent(new Event(event))
      texts.push(`By itself ${at}`)
      await until(() => expect(words(chat), caseName(at, answer)).toEqual(texts))
      await until(() => expect(log().getAllByText('Sent')).not.toHaveLength(0))
      expect(log().queryByRole('alert')).toBeNull()
      expect(refused.asked, caseName(at, answer)).toHaveLength(2)
      expect((refused.asked[1] ?? 0) - (refused.asked[0] ?? 0), caseName(at, answer)).toBeGreaterThanOrEqual(pause)
      refused.over()
    }
  })

  it('shows why it was not sent where a retry cannot help, and is sent by hand', async () => {
    const chat = chatOf([])
    app = await openOwn(chat)
    stopTheClock()
    const texts: string[] = []
    for (const [at, { answer, sentence }] of [
      { answer: foreign(402), sentence: unreachable },
      { answer: foreign(401), sentence: 'Sign in to continue.' },
      { answer: own(403, 'not-allowed', notAllowed), sentence: notAllowed },
      { answer: foreign(404), sentence: gone },
    ].entries()) {
      const refused = refuse(/\/rpc\/chats\/send/, answer)
      write(`By hand ${at}`)
      press()
      await until(() => expect(log().getByRole('alert').textContent, caseName(at, answer)).toContain(`Not sent. ${sentence}`))
      expect(log().getByRole('alert').textContent).not.toContain('gateway')
      await later(20_000)
      expect(refused.asked, caseName(at, answer)).toHaveLength(1)
      expect(words(chat)).toEqual(texts)
      refused.over()
      fireEvent.click(log().getByRole('button', { name: 'Try again' }))
      texts.push(`By hand ${at}`)
      await until(() => expect(words(chat), caseName(at, answer)).toEqual(texts))
      await until(() => expect(log().queryByRole('alert')).toBeNull())
    }
  })
})
