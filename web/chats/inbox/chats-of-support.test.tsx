import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ListedOrder } from '#contract/orders.ts'
import { defaultSettings } from '#domain/settings.ts'
import { chatOf, field, log, openInInbox, write } from '#web/testing/chat.ts'
import { ada, product, Refused, renderApp, sally } from '#web/testing/render-app.tsx'

const { liveMessages } = await import('#web/platform/live/live-messages.ts')

let app: Awaited<ReturnType<typeof renderApp>>

const sent = () => app.sent('chats/send')
const beside = () => screen.getByRole('complementary', { name: 'About Sally' })

const person = {
  id: 'sally',
  shopName: 'Lamps & more',
  avatar: null,
  email: 'sally@example.com',
  role: 'seller',
  status: 'active',
} as const

describe('the chats of support', () => {
  it('show the participant and the number of unread messages, here and in the navigation', async () => {
    const chat = chatOf([['sally', 'Hello']], { adminUnreadCount: 1 })
    app = await renderApp('/admin/chats', [], { answers: chat.answersFor(ada) })
    const link = await within(screen.getByRole('main')).findByRole('link', { name: 'Sally, 1 unread' })
    expect(link.getAttribute('href')).toBe(`/admin/chat/${chat.id}`)
    await within(screen.getByRole('navigation', { name: 'Main' })).findByRole('link', { name: 'Chats, 1 unread' })
    Object.assign(chat.state, { adminUnreadCount: 0 })
    await act(() => app.refresh())
    await within(screen.getByRole('main')).findByRole('link', { name: 'Sally' })
  })

  it('show the shop of a seller, and name person and shop in full where they are cut', async () => {
    const chat = chatOf([['sally', 'Hello']], { person })
    app = await renderApp(`/admin/chat/${chat.id}`, [], { answers: chat.answersFor(ada) })
    const list = within(await screen.findByRole('region', { name: 'Chats' }))
    await list.findByText('Lamps & more')
    expect(list.getByRole('link', { name: 'Sally' }).title).toBe('Sally · Lamps & more')
    const head = within(screen.getByRole('region', { name: 'Sally' }))
    expect(head.getByText(/sally@example/).title).toBe('Lamps & more · sally@example.com')
  })

  it('say of a visitor without an email address that answers are not emailed', async () => {
    const chat = chatOf([['sally', 'Hello']], { buyer: { email: null, verified: false } })
    app = await renderApp(`/admin/chat/${chat.id}`, [], { answers: chat.answersFor(ada) })
    await within(await screen.findByRole('complementary', { name: 'About Sally' })).findByText(/answers are not emailed/)
  })

  it('lead to the chat widget while there are none', async () => {
    const answers = chatOf([]).answersFor(ada)
    app = await renderApp('/admin/chats', [], { answers: { ...answers, 'chats/list': () => ({ rows: [], next: null }) } })
    expect((await screen.findByText('Chat widget')).getAttribute('href')).toBe('/admin/settings?section=widget')
  })

  it('are searched and filtered by the address', async () => {
    const chat = chatOf([['sally', 'Hello']])
    app = await renderApp('/admin/chats?filter=waiting&assignee=none&search=lamp', [], { answers: chat.answersFor(ada) })
    await waitFor(() => expect(app.sent('chats/list')).toMatchObject([{ filter: 'waiting', assignee: 'none', search: 'lamp' }]))
    fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'all' } })
    await waitFor(() => expect(app.sent('chats/list').at(-1)).not.toHaveProperty('filter'))
  })

  it.each([
    { byBuyer: true, text: '…ave the Blue Lamp here?' },
    { byBuyer: false, text: 'Answered: …ave the Blue Lamp here?' },
  ])('show the message that a search found instead of the last one, with its time and side: $text', async ({ byBuyer, text }) => {
    const answers = chatOf([['sally', 'Thanks']]).answersFor(ada)
    const timestamp = '2025-03-08T09:30:00.000Z'
    const rows = answers['chats/list']().rows.map((chat) => ({
      ...chat,
      found: { before: '…ave the ', match: 'Blue Lamp', after: ' here?', byBuyer, timestamp },
    }))
    app = await renderApp('/admin/chats?search=blue%20lamp', [], { answers: { ...answers, 'chats/list': () => ({ rows, next: null }) } })
    expect((await screen.findByText('Blue Lamp')).parentElement?.textContent).toBe(text)
    expect(screen.queryByText('Thanks')).toBeNull()
    const row = within(screen.getByRole('region', { name: 'Chats' })).getByRole('listitem')
    expect([...row.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([timestamp])
  })

  it('show what a search found also where a node of the former version sends neither its time nor its side', async () => {
    const answers = chatOf([['sally', 'Thanks']]).answersFor(ada)
    const rows = answers['chats/list']().rows.map((chat) => ({ ...chat, found: { before: 'The ', match: 'Blue Lamp', after: '?' } }))
    app = await renderApp('/admin/chats?search=blue%20lamp', [], { answers: { ...answers, 'chats/list': () => ({ rows, next: null }) } })
    expect((await screen.findByText('Blue Lamp')).parentElement?.textContent).toBe('The Blue Lamp?')
    const row = within(screen.getByRole('region', { name: 'Chats' })).getByRole('listitem')
    expect([...row.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([rows[0]?.lastMessageTimestamp])
  })

  it('stay in the list of unread ones while they are open', async () => {
    const chat = chatOf([['sally', 'Hello']], { adminUnreadCount: 1 })
    app = await renderApp('/admin/chats?filter=unread', [], { answers: chat.answersFor(ada) })
    fireEvent.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Sally, 1 unread' }))
    await screen.findByRole('button', { name: 'Solve' })
    app.answers['chats/list'] = () => ({ rows: [], next: null, total: 0 })
    const before = app.sent('chats/list').length
    await act(() => app.refresh())
    await waitFor(() => expect(app.sent('chats/list').length).toBeGreaterThan(before))
    expect(within(screen.getByRole('region', { name: 'Chats' })).getByRole('link', { name: /^Sally/ })).toBeTruthy()
  })

  it('are answered, assigned and solved in the support inbox', async () => {
    const chat = chatOf([['sally', 'Hello']], { adminUnreadCount: 1 })
    app = await openInInbox(chat)
    expect(screen.getByRole('heading', { level: 1, name: 'Sally' })).toBeDefined()
    write('Hello Sally')
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await log().findByText('Sent')
    Object.assign(chat.state, { buyerReadTo: 2, buyerDeliveredTo: 2 })
    await act(() => app.refresh())
    await log().findByText('Read')
    fireEvent.change(within(beside()).getByRole('combobox', { name: 'Assigned to' }), { target: { value: 'ada' } })
    await waitFor(() => expect(app.sent('chats/assign')).toEqual([{ id: chat.id, assigneeId: 'ada' }]))
    fireEvent.click(screen.getByRole('button', { name: 'Solve' }), { detail: 1 })
    await screen.findByText(/This conversation is solved/)
    // The second half of a double click meets the button that came in its place.
    fireEvent.click(screen.getByRole('button', { name: 'Reopen' }), { detail: 2 })
    expect(app.sent('chats/reopen')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Reopen' }), { detail: 1 })
    await screen.findByRole('button', { name: 'Solve' })
    expect(app.sent('chats/reopen')).toEqual([{ id: chat.id }])
  })

  it('are listed as read and solved as soon as they are, before the list is refetched', async () => {
    const never = () => new Promise(() => {})
    const chat = chatOf([['sally', 'Hello']], { adminUnreadCount: 1 })
    app = await renderApp('/admin/chats', [], { answers: chat.answersFor(ada) })
    fireEvent.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Sally, 1 unread' }))
    const solve = await screen.findByRole('button', { name: 'Solve' })
    for (const call of ['chats/list', 'chats/unread']) app.answers[call] = never
    await waitFor(() => expect(app.sent('chats/markRead')).toHaveLength(1))
    fireEvent.click(solve)
    await screen.findByText(/This conversation is solved/)
    await app.go('/admin/chats')
    await within(screen.getByRole('main')).findByRole('link', { name: 'Sally' })
    expect(within(screen.getByRole('main')).getByText('Solved', { selector: 'li *' })).toBeDefined()
    expect(within(screen.getByRole('navigation', { name: 'Main' })).queryByRole('link', { name: /unread/ })).toBeNull()
  })

  it('are answered with a canned reply, which can be edited before it is sent', async () => {
    const chat = chatOf([['sally', 'Hello']])
    app = await openInInbox(chat)
    write('Dear Sally,')
    fireEvent.click(screen.getByRole('button', { name: 'Canned replies' }))
    // The message is not empty, so a slash is searched for.
    expect(fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Search canned replies' }), { key: '/' })).toBe(true)
    fireEvent.click(await screen.findByRole('option', { name: /^Greeting/ }))
    expect(field().value).toBe('Dear Sally,\nHello, thank you for writing.')
    expect(sent()).toEqual([])
  })

  it('are answered with a canned reply found by keyboard after a slash in the empty field, and with a slash elsewhere', async () => {
    const replies = [
      { title: 'Greeting', text: 'Hello, thank you for writing.' },
      { title: 'Parcel', text: 'It is on its way.' },
      { title: 'Parcel lost', text: 'We are looking for it.' },
    ]
    const chat = chatOf([['sally', 'Hello']])
    const answers = { ...chat.answersFor(ada), 'settings/get': () => ({ ...defaultSettings, cannedReplies: replies }) }
    app = await renderApp(`/admin/chat/${chat.id}`, [], { answers })
    await screen.findByRole('textbox', { name: 'Message' })
    write('1')
    expect(fireEvent.keyDown(field(), { key: '/' })).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
    write('')
    expect(fireEvent.keyDown(field(), { key: '/' })).toBe(false)
    const search = await screen.findByRole('combobox', { name: 'Search canned replies' })
    await waitFor(() => expect(document.activeElement).toBe(search))
    fireEvent.change(search, { target: { value: 'parcel' } })
    const replyList = within(screen.getByRole('listbox', { name: 'Canned replies' }))
    const options = () => replyList.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options()).toEqual(['ParcelIt is on its way.', 'Parcel lostWe are looking for it.'])
    expect(screen.getByText('2 replies')).toBeDefined()
    fireEvent.keyDown(search, { key: 'ArrowDown' })
    const marked = replyList.getByRole('option', { selected: true })
    expect(search.getAttribute('aria-activedescendant')).toBe(marked.id)
    fireEvent.keyDown(search, { key: 'Enter' })
    await waitFor(() => expect(field().value).toBe('We are looking for it.'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent()).toEqual([])
    // A second slash is the first character of the message.
    write('')
    fireEvent.keyDown(field(), { key: '/' })
    const again = await screen.findByRole('combobox', { name: 'Search canned replies' })
    fireEvent.keyDown(again, { key: '/', repeat: true })
    expect(screen.getByRole('dialog')).toBeDefined()
    fireEvent.keyDown(again, { key: '/' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field().value).toBe('/')
    // Closing the replies leaves nothing in the field, and the next slash is written.
    write('a')
    write('')
    fireEvent.keyDown(field(), { key: '/' })
    const open = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Canned replies' })
    fireEvent(open, new Event('cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field().value).toBe('')
    expect(fireEvent.keyDown(field(), { key: '/' })).toBe(true)
    write('/')
    expect(fireEvent.keyDown(field(), { key: '/' })).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stand beside the list, which keeps its filters, and are reached by keys', async () => {
    const first = chatOf([['sally', 'One']])
    const second = chatOf([['sally', 'Two']])
    const third = chatOf([['sally', 'Three']])
    const chats = [first, second, third].map(({ answersFor }) => answersFor(ada))
    const get = (input: Record<string, unknown>) =>
      chats[[first, second, third].findIndex(({ id }) => id === input.id)]?.['chats/get'](input)
    const rows = () => chats.flatMap((one) => one['chats/list']().rows)
    const list = ({ filter, sort }: Record<string, unknown>) => ({
      rows: sort === 'oldest' ? rows().slice(2) : filter ? rows() : [],
      next: null,
    })
    const answers = { ...first.answersFor(ada), 'chats/get': get, 'chats/list': list, 'chats/unread': () => ({ unread: 1 }) }
    app = await renderApp('/admin/chats?filter=open', [], { answers })
    await screen.findByText('Choose a chat')
    const [link] = await within(screen.getByRole('region', { name: 'Chats' })).findAllByRole('link', { name: 'Sally' })
    fireEvent.click(link as HTMLElement)
    await waitFor(() => expect(app.address()).toBe(`/admin/chat/${first.id}?filter=open`))
    const open = () =>
      within(screen.getByRole('region', { name: 'Chats' }))
        .getByRole('link', { current: 'page' })
        .getAttribute('href')
    await waitFor(() => expect(open()).toBe(`/admin/chat/${first.id}?filter=open`))
    const inView: unknown[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function note(this: Element) {
      inView.push(this.querySelector('a')?.getAttribute('href'))
    })
    expect(screen.getByRole('button', { name: 'Next unread' }).title).toBe('Opens the chat that has waited longest (N)')
    const key = (name: string) => fireEvent.keyDown(document.body, { key: name })
    key('j')
    await waitFor(() => expect(open()).toBe(`/admin/chat/${second.id}?filter=open`))
    key('k')
    await waitFor(() => expect(open()).toBe(`/admin/chat/${first.id}?filter=open`))
    key('n')
    await waitFor(() => expect(open()).toBe(`/admin/chat/${third.id}?filter=open`))
    fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Message' }), { key: 'k' })
    expect(inView).toEqual([second, first, third].map(({ id }) => `/admin/chat/${id}?filter=open`))
    key('?')
    expect((await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).textContent).toMatch(
      /Next unread chat.*Write an answer.*Leave the field/,
    )
    expect(open()).toBe(`/admin/chat/${third.id}?filter=open`)
    expect(screen.getByRole('link', { name: 'All chats' }).getAttribute('href')).toBe('/admin/chats?filter=open')
  })

  it('are answered by keyboard: R goes to the field, Escape leaves it with the draft, and an open menu takes Escape first', async () => {
    app = await openInInbox(chatOf([['sally', 'Hello']]))
    expect(fireEvent.keyDown(document.body, { key: 'r' })).toBe(false)
    expect(document.activeElement).toBe(field())
    // While R is held down, it writes nothing.
    expect(fireEvent.keyDown(field(), { key: 'r', repeat: true })).toBe(false)
    expect(fireEvent.keyDown(field(), { key: 'r' })).toBe(true)
    expect(fireEvent.keyDown(field(), { key: 'r', repeat: true })).toBe(true)
    write('Dear Sally')
    fireEvent.keyDown(field(), { key: 'Escape', isComposing: true })
    expect(document.activeElement).toBe(field())
    fireEvent.click(screen.getByRole('button', { name: 'Canned replies' }))
    const dialog = await screen.findByRole('dialog', { name: 'Canned replies' })
    field().focus()
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(document.activeElement).toBe(field())
    fireEvent(dialog, new Event('cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(document.activeElement).toBe(document.body)
    expect(field().value).toBe('Dear Sally')
  })

  it('say that none is unread where the next one is asked for', async () => {
    app = await openInInbox(chatOf([['sally', 'Hello']]))
    const next = await screen.findByRole('button', { name: 'Next unread' })
    await waitFor(() => expect(next.getAttribute('aria-disabled')).toBe('true'))
    fireEvent.click(next)
    await waitFor(() => expect(screen.getAllByText('No chat is unread.').length).toBeGreaterThan(1))
  })

  it('show products and orders that messages link to as cards, and only a link where the server knows none for this person', async () => {
    const address = (path: string) => `${location.origin}${path}`
    const chat = chatOf([
      ['ada', `${address('/admin/products/lamp')} ${address('/admin/orders/o1')} ${address('/admin/products/foreign')}`],
    ])
    const get = ({ id }: Record<string, unknown>) => {
      if (id !== 'lamp') throw new Refused(404, 'not-found', 'Product not found!')
      return { id, title: 'Brass lamp', price: 3_900, status: 'approved', images: [] }
    }
    const counts = { open: 1, shipped: 0, delivered: 0, cancelled: 0 }
    const own = () => ({ id: 'o1', number: '1001', items: 2_000, discount: 0, cancelled: 0, paymentStatus: 'paid', counts, lines: [] })
    const answers = { ...chat.answersFor(sally), 'products/get': get, 'orders/getOwn': own }
    app = await renderApp('/chat', [], { user: sally, answers })
    const product = await screen.findByRole('article', { name: 'Product: Brass lamp' })
    expect(product.textContent).toContain('€39.00')
    expect(within(product).getByRole('link', { name: 'Brass lamp' }).getAttribute('href')).toBe('/seller/products/lamp')
    const order = await screen.findByRole('article', { name: 'Order: Order 1001' })
    expect(order.textContent).toContain('€20.00')
    expect(within(order).getByRole('link').getAttribute('href')).toBe('/seller/orders/o1')
    await waitFor(() => expect(app.sent('products/get').map(({ id }) => id)).toContain('foreign'))
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading the link preview' })).toBeNull())
    expect(log().getAllByRole('article')).toHaveLength(2)
    expect(log().getByRole('link', { name: address('/admin/products/foreign') })).toBeDefined()
  })

  it('keep the draft of a private note, and its new text after a lost answer', async () => {
    const chat = chatOf([['sally', 'Hello']])
    let failures = 2
    const addNote = ({ id, text }: Record<string, unknown>) => {
      if (failures-- > 0) throw new Refused(503, 'unavailable', 'Not now.')
      return { id, authorId: 'ada', authorName: 'Ada', text, timestamp: new Date().toISOString() }
    }
    const answers = { ...chat.answersFor(ada), 'chats/addNote': addNote }
    app = await renderApp(`/admin/chat/${chat.id}`, [], { answers })
    const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' })
    const add = async (times: number) => {
      fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
      await waitFor(() => expect(app.sent('chats/addNote')).toHaveLength(times))
    }
    await screen.findByRole('textbox', { name: 'New note' })
    fireEvent.change(note(), { target: { value: 'Asks a lot' } })
    await app.go('/profile')
    await app.go(`/admin/chat/${chat.id}`)
    await waitFor(() => expect(note().value).toBe('Asks a lot'))
    expect(field().value).toBe('')
    await add(1)
    await screen.findByText('Not now.')
    await add(2)
    await screen.findByText('Not now.')
    fireEvent.change(note(), { target: { value: 'Asks a lot of good things' } })
    await add(3)
    await waitFor(() => expect(note().value).toBe(''))
    const [first, second, third] = app.sent('chats/addNote')
    expect(second?.clientId).toBe(first?.clientId)
    expect(third).toMatchObject({ text: 'Asks a lot of good things' })
    expect(third?.clientId).not.toBe(first?.clientId)
  })

  it.each([
    [null, 'This message was removed.'],
    ['', 'File'],
  ])('with a last message of which %j is left say so in the list', async (lastMessage, said) => {
    const chat = chatOf([['sally', 'I live in Elm Street']])
    const { state } = chat
    const answers = {
      ...chat.answersFor(ada),
      'chats/list': () => ({ rows: [{ ...state, lastMessage, lastMessageTimestamp: state.createdAt, lastByBuyer: true }], next: null }),
    }
    app = await renderApp('/admin/chats', [], { answers })
    await within(screen.getByRole('main')).findByText(said)
  })

  it('show no text of a closed account, on a screen that is open and on one that is opened again', async () => {
    const chat = chatOf([['sally', 'I live in Elm Street']])
    app = await openInInbox(chat)
    await log().findByText('I live in Elm Street')
    Object.assign(chat.messages[0] ?? {}, { text: '', erased: true })
    act(() => liveMessages.outdated())
    // The hint refreshes the list beside it, too.
    await act(() => app.refresh())
    await log().findByText('This message was removed.')
    expect(screen.queryByText('I live in Elm Street')).toBeNull()
    Object.assign(chat.messages[0] ?? {}, { text: 'Seen once more', erased: false })
    await app.go('/profile')
    act(() => liveMessages.outdated())
    await app.go(`/admin/chat/${chat.id}`)
    await log().findByText('Seen once more')
    expect(screen.queryByText('This message was removed.')).toBeNull()
  })

  it('say that a closed account receives no messages, in place of the field and of buttons that insert', async () => {
    const chat = chatOf([['sally', 'Hello']], { buyerName: 'Closed account', status: 'solved', person: { ...person, status: 'closed' } })
    app = await renderApp(`/admin/chat/${chat.id}`, [product('1')], { answers: chat.answersFor(ada) })
    await screen.findByText('This account is closed. It can no longer receive messages.')
    expect(screen.queryByPlaceholderText('Write an answer')).toBeNull()
    expect(screen.queryByText(/opens again when/)).toBeNull()
    expect(await screen.findByText('Lamp 1')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Put .* into the message/ })).toBeNull()
  })

  it('show that a colleague is already answering', async () => {
    const chat = chatOf([['sally', 'Hello']])
    const until = new Date().toISOString()
    const rows = [
      { id: 'ben', name: 'Ben', byBuyer: false, until },
      { id: 'sally', name: 'Sally', byBuyer: true, until },
    ]
    app = await renderApp(`/admin/chat/${chat.id}`, [], { answers: { ...chat.answersFor(ada), 'chats/typists': () => ({ rows }) } })
    await screen.findByText('Ben is answering this')
    expect(screen.getByText('Sally is writing')).toBeDefined()
  })

  it('show the newest orders with lines of the seller, each as a link', async () => {
    const rows = [
      {
        id: 'order-1',
        number: '1001',
        buyerName: 'Bianca Buyer',
        buyerEmail: 'bianca@example.com',
        placedAt: '2026-11-20T10:00:00.000Z',
        paymentStatus: 'paid',
        units: 2,
        counts: { open: 1, shipped: 1, delivered: 0, cancelled: 0 },
        items: 2,
        discount: 0,
        shipping: 0,
        tax: 0,
        total: 2,
        paid: 2,
        refunded: 0,
        source: 'shop',
        externalId: null,
        // Another seller's line is open.
        sellers: [],
        sellerCounts: { open: 0, shipped: 1, delivered: 0, cancelled: 0 },
      },
    ] satisfies ListedOrder[]
    const chat = chatOf([['sally', 'Where is order 1001?']], { person })
    const answers = { ...chat.answersFor(ada), 'orders/list': () => ({ rows, next: null }) }
    app = await renderApp(`/admin/chat/${chat.id}`, [], { answers })
    const order = await screen.findByRole('link', { name: 'Order 1001' })
    expect(order.getAttribute('href')).toBe('/admin/orders/order-1')
    expect(order.closest('li')?.textContent).toContain('1 of 1 shipped')
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/admin/orders?seller_id=sally')
    expect(app.sent('orders/list')).toEqual([{ seller_id: 'sally', limit: 5 }])
    fireEvent.click(screen.getByRole('button', { name: 'Put Order 1001 into the message' }))
    // The address at which the seller finds it.
    expect(field().value).toBe(`${location.origin}/seller/orders/order-1`)
  })

  it('show that a seller has no orders or that they failed to load, and ask for no orders of an admin', async () => {
    const chat = chatOf([['sally', 'Hello']], { person })
    let refused = true
    const list = () => {
      if (refused) throw new Refused(403, 'not-allowed', 'You may not do this.')
      return { rows: [], next: null }
    }
    app = await renderApp(`/admin/chat/${chat.id}`, [], { answers: { ...chat.answersFor(ada), 'orders/list': list } })
    const failed = await screen.findByText('You may not do this.')
    refused = false
    fireEvent.click(within(failed.closest('section') as HTMLElement).getByRole('button', { name: 'Try again' }))
    await screen.findByText('No orders yet')
    app.close()
    app = await openInInbox(chatOf([['sally', 'Hello']], { person: { ...person, role: 'admin' } }))
    expect(screen.queryByRole('heading', { name: 'Orders' })).toBeNull()
    expect(app.sent('orders/list')).toEqual([])
  })

  it('are not found where they do not exist', async () => {
    app = await renderApp('/admin/chat/nobody', [], { answers: chatOf([]).answersFor(ada) })
    await screen.findByText('Chat not found')
    expect(screen.queryByText('Not found')).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })
})
