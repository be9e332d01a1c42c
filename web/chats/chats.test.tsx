import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '#contract/users.ts'
import type { Chat, ChatMessage } from '#domain/chat.ts'
import type { OrderRow } from '#domain/order.ts'
import { defaultSettings } from '#domain/settings.ts'
import { keepOnDevice, namesOnDevice } from '#web/app/device-memory.ts'
import { ada, openDesk, Refused, sally } from '#web/testing/desk.tsx'

const { liveMessages } = await import('#web/app/live-messages.ts')

// Whole screens are drawn here, on machines that may be busy.
vi.setConfig({ testTimeout: 20_000 })
let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())

let chats = 0

/** A chat of Sally's on a server that a test plays. */
function chatOf(texts: [by: 'sally' | 'ada', text: string][], change: Partial<Chat> = {}) {
  const id = `chat-${++chats}`
  const messages: ChatMessage[] = []
  const say = (by: string, text: string, clientId = `said-${id}-${messages.length + 1}`) => {
    const number = messages.length + 1
    const about = { chatId: id, number, clientId, senderId: by, senderName: by === 'sally' ? 'Sally' : 'Ada', byBuyer: by === 'sally' }
    const message = { ...about, text, erased: false, attachments: [], timestamp: new Date().toISOString() }
    messages.push(message)
    return message
  }
  for (const [by, text] of texts) say(by, text)
  const state: Chat = {
    ...{
      id,
      buyerId: 'sally',
      buyerName: 'Sally',
      buyerUnreadCount: 0,
      adminId: 'ada',
      adminEmail: 'ada@example.com',
      adminUnreadCount: 0,
    },
    ...{ createdAt: '2026-11-20T10:00:00.000Z', lastMessage: null, lastMessageTimestamp: null, lastByBuyer: null, lastNumber: 0 },
    ...{ buyerReadTo: 0, buyerDeliveredTo: 0, adminReadTo: 0, adminDeliveredTo: 0 },
    ...{ status: 'open', blocked: false, assignee: null, person: null },
    ...change,
  }
  const chat = (): Chat => {
    const last = messages.at(-1)
    const about = { lastMessage: last?.text ?? null, lastMessageTimestamp: last?.timestamp ?? null, lastByBuyer: last?.byBuyer ?? null }
    return { ...state, ...about, lastNumber: messages.length }
  }
  const answersFor = (me: Me) => ({
    'chats/open': chat,
    'chats/get': ({ id: asked }: Record<string, unknown>) => {
      if (asked !== id) throw new Refused(404, 'not-found', 'Chat not found')
      return chat()
    },
    'chats/list': () => ({ rows: [chat()], next: null }),
    'chats/unread': () => ({ unread: state.adminUnreadCount > 0 ? 1 : 0 }),
    'chats/messages': ({ before, after }: Record<string, unknown>) => {
      const rows = messages.filter(({ number }) => number < Number(before ?? Infinity) && number > Number(after ?? 0))
      return { rows: after === undefined ? rows.slice(-100) : rows.slice(0, 100), lastNumber: messages.length }
    },
    'chats/send': ({ clientId, text }: Record<string, unknown>) =>
      messages.find((message) => message.clientId === clientId) ?? say(me.id, String(text), String(clientId)),
    'chats/markRead': ({ number }: Record<string, unknown>) => {
      Object.assign(state, me.id === 'sally' ? { buyerReadTo: number, buyerUnreadCount: 0 } : { adminReadTo: number, adminUnreadCount: 0 })
      return chat()
    },
    'chats/markDelivered': chat,
    'chats/notes': () => ({ rows: [] }),
    'chats/typists': () => ({ rows: [] }),
    'chats/sayTyping': () => ({ rows: [] }),
    'chats/solve': () => Object.assign(state, { status: 'solved' }) && chat(),
    'chats/assign': ({ assigneeId }: Record<string, unknown>) =>
      Object.assign(state, { assignee: assigneeId && { id: assigneeId, name: 'Ada' } }) && chat(),
    'users/list': () => ({ rows: [ada], next: null }),
    'settings/get': () => ({ ...defaultSettings, cannedReplies: [{ title: 'Greeting', text: 'Hello, thank you for writing.' }] }),
  })
  return { id, state, messages, say, answersFor }
}

type PlayedChat = ReturnType<typeof chatOf>
async function openOwn(chat: PlayedChat) {
  desk = await openDesk('/chat', [], { user: sally, answers: chat.answersFor(sally) })
  await screen.findByRole('textbox', { name: 'Message' })
}
async function openAtDesk(chat: PlayedChat) {
  desk = await openDesk(`/admin/chat/${chat.id}`, [], { answers: chat.answersFor(ada) })
  await screen.findByRole('textbox', { name: 'Message' })
}

const log = () => within(screen.getByRole('log', { name: 'Messages' }))
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const write = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (how: object = {}) => fireEvent.keyDown(field(), { key: 'Enter', ...how })
const sent = () => desk.sent('chats/send')

describe('one’s own chat with support', () => {
  it('sends by Enter, begins a new line by Shift and Enter, and sends nothing empty or too long', async () => {
    await openOwn(chatOf([]))
    press()
    write('   ')
    press()
    write('x'.repeat(4_001))
    press()
    expect(screen.getByText('1 character too long', { selector: 'span' })).toBeDefined()
    write('Hello')
    press({ shiftKey: true })
    press({ isComposing: true })
    expect(sent()).toEqual([])
    press()
    expect(field().value).toBe('')
    await log().findByText('Hello')
    await waitFor(() => expect(sent()).toMatchObject([{ text: 'Hello', attachments: [] }]))
    await log().findByText('Sent')
  })

  it('shows what others wrote as text, with addresses that can be followed and scripts that cannot run', async () => {
    await openOwn(chatOf([['ada', '<img src=x onerror=alert(1)> see https://example.com/a?b=1.']]))
    const link = await log().findByRole('link', { name: 'https://example.com/a?b=1' })
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(log().getByText(/<img src=x onerror=alert\(1\)>/)).toBeDefined()
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })

  it('marks read what is shown, and only while the window is in sight', async () => {
    const chat = chatOf(
      [
        ['ada', 'One'],
        ['ada', 'Two'],
      ],
      { buyerUnreadCount: 2 },
    )
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await openOwn(chat)
    await log().findByText('Two')
    expect(log().getByText('New messages')).toBeDefined()
    expect(desk.sent('chats/markRead')).toEqual([])
    hidden.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(desk.sent('chats/markRead')).toEqual([{ id: chat.id, number: 2 }]))
    hidden.mockRestore()
  })

  it('marks read what is shown again where the server did not hear of it, though nobody moves', async () => {
    const chat = chatOf([['ada', 'One']], { buyerUnreadCount: 1 })
    const { 'chats/markRead': markRead, ...answers } = chat.answersFor(sally)
    let failures = 2
    const failing = (input: Record<string, unknown>) => {
      if (failures-- > 0) throw new Refused(503, 'unavailable', 'Not now.')
      return markRead(input)
    }
    desk = await openDesk('/chat', [], { user: sally, answers: { ...answers, 'chats/markRead': failing } })
    await waitFor(() => expect(desk.sent('chats/markRead')).toHaveLength(3), { timeout: 10_000 })
    await waitFor(() => expect(chat.state.buyerReadTo).toBe(1))
  })

  it('shows a message that the stream brings, once, and asks for one that it left out', async () => {
    const chat = chatOf([['sally', 'Hello?']])
    await openOwn(chat)
    await log().findByText('Hello?')
    const answer = chat.say('ada', 'Here I am')
    for (const _ of [1, 2]) act(() => liveMessages.tell({ id: chat.id, message: answer }))
    expect(await log().findAllByText('Here I am')).toHaveLength(1)
    chat.say('ada', 'Left out')
    act(() => liveMessages.tell({ id: chat.id, message: chat.say('ada', 'The last one') }))
    await log().findByText('Left out')
    expect(log().getAllByRole('listitem').at(-1)?.textContent).toContain('The last one')
  })

  it('says why a message was refused; trying again uses the same id, and then it stands there once', async () => {
    const chat = chatOf([])
    await openOwn(chat)
    const send = desk.answers['chats/send']
    desk.answers['chats/send'] = () => {
      throw new Refused(409, 'no-admin', 'Admin user not found')
    }
    write('Anybody there?')
    press()
    await log().findByText(/Not sent\. Admin user not found/)
    desk.answers['chats/send'] = send ?? (() => null)
    fireEvent.click(log().getByRole('button', { name: 'Try again' }))
    await log().findByText('Sent')
    expect(log().getAllByText('Anybody there?')).toHaveLength(1)
    expect(new Set(sent().map(({ clientId }) => clientId)).size).toBe(1)
    expect(sent()).toHaveLength(2)
  })

  it('takes pasted text without the controls that word processors leave in it', async () => {
    await openOwn(chatOf([]))
    write('First line\u000bsecond\u0000 line')
    press()
    await waitFor(() => expect(sent()).toMatchObject([{ text: 'First line\nsecond line' }]))
  })

  it('puts a refused message back into the field with its files, below what was begun there', async () => {
    const chat = chatOf([])
    const lamp = { url: '/files/lamp.pdf', path: `chats/${chat.id}/1_lamp.pdf`, name: 'lamp.pdf', contentType: 'application/pdf', bytes: 9 }
    const attachments = [{ ...lamp, width: null, height: null, thumbnails: {} }]
    const unsent = { clientId: 'refused-before', chatId: chat.id, text: 'See this', attachments, at: 1, refused: 'Attach it again.' }
    desk = await openDesk('/profile', [], { user: sally, answers: chat.answersFor(sally) })
    keepOnDevice('sally', 'unsent:refused-before', unsent)
    await desk.go('/chat')
    await screen.findByText(/Not sent\. Attach it again\./)
    write('Begun')
    fireEvent.click(log().getByRole('button', { name: 'Edit' }))
    expect(field().value).toBe('Begun\nSee this')
    expect(document.activeElement).toBe(field())
    expect(screen.queryByText(/Not sent/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove: lamp.pdf' }))
    press()
    await waitFor(() => expect(sent()).toMatchObject([{ text: 'Begun\nSee this', attachments: [] }]))
    expect(sent()[0]?.clientId).not.toBe('refused-before')
  })

  it('tries again by itself after as long as the server says', async () => {
    await openOwn(chatOf([]))
    const send = desk.answers['chats/send']
    let refusals = 1
    desk.answers['chats/send'] = (input) => {
      if (refusals-- > 0) throw new Refused(429, 'too-many-requests', 'That was too often.', { retryAfter: 0.05 })
      return send?.(input)
    }
    write('Quickly')
    press()
    await log().findByText('Sent')
    expect(sent()).toHaveLength(2)
    expect(log().queryByText(/Not sent/)).toBeNull()
  })

  it('keeps what is begun in each chat, for its author', async () => {
    const chat = chatOf([])
    await openOwn(chat)
    write('Not finished')
    await desk.go('/profile')
    await desk.go('/chat')
    await waitFor(() => expect(field().value).toBe('Not finished'))
  })

  it('sends what an earlier visit left unsent', async () => {
    const chat = chatOf([])
    const unsent = { clientId: 'left-before', chatId: chat.id, text: 'From before', attachments: [], at: 1, refused: null }
    desk = await openDesk('/profile', [], { user: sally, answers: chat.answersFor(sally) })
    keepOnDevice('sally', 'unsent:left-before', unsent)
    await desk.go('/chat')
    await screen.findByText('From before')
    await waitFor(() => expect(sent()).toMatchObject([{ clientId: 'left-before' }]))
    await waitFor(() => expect(namesOnDevice('sally')).toEqual([]))
  })

  it('can be read but not written in by whoever is blocked', async () => {
    const chat = chatOf([['ada', 'Enough.']], { blocked: true })
    desk = await openDesk('/chat', [], { user: sally, answers: chat.answersFor(sally) })
    await screen.findByText('Enough.')
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
    expect(screen.getByText(/Support has closed this conversation/)).toBeDefined()
  })

  it('is the same whatever follows in the address, and for the support admin a way to all chats', async () => {
    const chat = chatOf([['ada', 'Welcome']])
    desk = await openDesk('/chat/with/anything', [], { user: sally, answers: chat.answersFor(sally) })
    await screen.findByText('Welcome')
    desk.close()
    desk = await openDesk('/chat', [], { user: { ...ada, isSupport: true } })
    const link = await screen.findByRole('link', { name: 'Go to chats' })
    expect(link.getAttribute('href')).toBe('/admin/chats')
    expect(desk.sent('chats/open')).toEqual([])
  })
})

describe('the chats of support', () => {
  it('name the participant and how much is unread, here and beside the link in the navigation', async () => {
    const chat = chatOf([['sally', 'Hello']], { adminUnreadCount: 1 })
    desk = await openDesk('/admin/chats', [], { answers: chat.answersFor(ada) })
    const link = await within(screen.getByRole('main')).findByRole('link', { name: 'Sally, 1 unread' })
    expect(link.getAttribute('href')).toBe(`/admin/chat/${chat.id}`)
    await within(screen.getByRole('navigation', { name: 'Main' })).findByRole('link', { name: /^Chats ?, 1 unread$/ })
    Object.assign(chat.state, { adminUnreadCount: 0 })
    await act(() => desk.refresh())
    await within(screen.getByRole('main')).findByRole('link', { name: 'Sally' })
  })

  it('are searched and narrowed by the address', async () => {
    const chat = chatOf([['sally', 'Hello']])
    desk = await openDesk('/admin/chats?filter=waiting&assignee=none&search=lamp', [], { answers: chat.answersFor(ada) })
    await waitFor(() => expect(desk.sent('chats/list')).toMatchObject([{ filter: 'waiting', assignee: 'none', search: 'lamp' }]))
    fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'all' } })
    await waitFor(() => expect(desk.sent('chats/list').at(-1)).not.toHaveProperty('filter'))
  })

  it('are answered at the desk, taken on and solved', async () => {
    const chat = chatOf([['sally', 'Hello']], { adminUnreadCount: 1 })
    await openAtDesk(chat)
    expect(screen.getByRole('heading', { level: 1, name: 'Sally' })).toBeDefined()
    write('Hello Sally')
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await log().findByText('Sent')
    Object.assign(chat.state, { buyerReadTo: 2, buyerDeliveredTo: 2 })
    await act(() => desk.refresh())
    await log().findByText('Read')
    fireEvent.change(screen.getByRole('combobox', { name: 'Assigned to' }), { target: { value: 'ada' } })
    await waitFor(() => expect(desk.sent('chats/assign')).toEqual([{ id: chat.id, assigneeId: 'ada' }]))
    fireEvent.click(screen.getByRole('button', { name: 'Mark as solved' }))
    await screen.findByText(/This conversation is solved/)
  })

  it('are answered with a canned reply, which can be read over before it goes out', async () => {
    const chat = chatOf([['sally', 'Hello']])
    await openAtDesk(chat)
    write('Dear Sally,')
    fireEvent.click(screen.getByRole('button', { name: 'Canned replies' }))
    fireEvent.click(await screen.findByRole('button', { name: /^Greeting/ }))
    expect(field().value).toBe('Dear Sally,\nHello, thank you for writing.')
    expect(sent()).toEqual([])
  })

  it('keep a private note that is begun, and its new words after an answer that was lost', async () => {
    const chat = chatOf([['sally', 'Hello']])
    let failures = 2
    const addNote = ({ id, text }: Record<string, unknown>) => {
      if (failures-- > 0) throw new Refused(503, 'unavailable', 'Not now.')
      return { id, authorId: 'ada', authorName: 'Ada', text, timestamp: new Date().toISOString() }
    }
    const answers = { ...chat.answersFor(ada), 'chats/addNote': addNote }
    desk = await openDesk(`/admin/chat/${chat.id}`, [], { answers })
    const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' })
    const add = async (times: number) => {
      fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
      await waitFor(() => expect(desk.sent('chats/addNote')).toHaveLength(times))
    }
    await screen.findByRole('textbox', { name: 'New note' })
    fireEvent.change(note(), { target: { value: 'Asks a lot' } })
    await desk.go('/profile')
    await desk.go(`/admin/chat/${chat.id}`)
    await waitFor(() => expect(note().value).toBe('Asks a lot'))
    expect(field().value).toBe('')
    await add(1)
    await screen.findByText('Not now.')
    await add(2)
    await screen.findByText('Not now.')
    fireEvent.change(note(), { target: { value: 'Asks a lot of good things' } })
    await add(3)
    await waitFor(() => expect(note().value).toBe(''))
    const [first, second, third] = desk.sent('chats/addNote')
    expect(second?.clientId).toBe(first?.clientId)
    expect(third).toMatchObject({ text: 'Asks a lot of good things' })
    expect(third?.clientId).not.toBe(first?.clientId)
  })

  it('show no words of a closed account any longer, on a screen that is open and on one that is opened again', async () => {
    const chat = chatOf([['sally', 'I live in Elm Street']])
    await openAtDesk(chat)
    await log().findByText('I live in Elm Street')
    Object.assign(chat.messages[0] ?? {}, { text: '', erased: true })
    act(() => liveMessages.outdated())
    await log().findByText('This message was removed.')
    expect(screen.queryByText('I live in Elm Street')).toBeNull()
    Object.assign(chat.messages[0] ?? {}, { text: 'Seen once more', erased: false })
    await desk.go('/profile')
    act(() => liveMessages.outdated())
    await desk.go(`/admin/chat/${chat.id}`)
    await log().findByText('Seen once more')
    expect(screen.queryByText('This message was removed.')).toBeNull()
  })

  it('say that a colleague is answering already', async () => {
    const chat = chatOf([['sally', 'Hello']])
    const until = new Date().toISOString()
    const rows = [
      { id: 'ben', name: 'Ben', byBuyer: false, until },
      { id: 'sally', name: 'Sally', byBuyer: true, until },
    ]
    desk = await openDesk(`/admin/chat/${chat.id}`, [], { answers: { ...chat.answersFor(ada), 'chats/typists': () => ({ rows }) } })
    await screen.findByText('Ben is answering this')
    expect(screen.getByText('Sally is writing')).toBeDefined()
  })

  it('stand beside the newest orders with lines of the seller, each a way to the whole of it', async () => {
    const person = { email: 'sally@example.com', role: 'seller', status: 'active' } as const
    const rows = [
      {
        ...{
          id: 'order-1',
          number: '1001',
          buyerName: 'Bianca Buyer',
          buyerEmail: 'bianca@example.com',
          placedAt: '2026-11-20T10:00:00.000Z',
        },
        ...{ paymentStatus: 'paid', units: 2, counts: { open: 1, shipped: 1, delivered: 0, cancelled: 0 }, items: 2, discount: 0 },
        ...{ shipping: 0, tax: 0, total: 2, paid: 2, refunded: 0, source: 'shop', externalId: null },
      },
    ] satisfies OrderRow[]
    const chat = chatOf([['sally', 'Where is order 1001?']], { person })
    const answers = { ...chat.answersFor(ada), 'orders/list': () => ({ rows, next: null }) }
    desk = await openDesk(`/admin/chat/${chat.id}`, [], { answers })
    const order = await screen.findByRole('link', { name: 'Order 1001' })
    expect(order.getAttribute('href')).toBe('/admin/orders/order-1')
    expect(order.closest('li')?.textContent).toContain('1 of 2 shipped')
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/admin/orders?seller_id=sally')
    expect(desk.sent('orders/list')).toEqual([{ seller_id: 'sally', limit: 5 }])
  })

  it('say where a seller has no orders, or they did not come, and ask for none of anybody else', async () => {
    const person = { email: 'sally@example.com', role: 'seller', status: 'active' } as const
    const chat = chatOf([['sally', 'Hello']], { person })
    let refused = true
    const list = () => {
      if (refused) throw new Refused(403, 'not-allowed', 'You may not do this.')
      return { rows: [], next: null }
    }
    desk = await openDesk(`/admin/chat/${chat.id}`, [], { answers: { ...chat.answersFor(ada), 'orders/list': list } })
    const failed = await screen.findByText('You may not do this.')
    refused = false
    fireEvent.click(within(failed.closest('section') as HTMLElement).getByRole('button', { name: 'Try again' }))
    await screen.findByText('No orders yet')
    desk.close()
    await openAtDesk(chatOf([['sally', 'Hello']], { person: { ...person, role: 'admin' } }))
    expect(screen.queryByRole('heading', { name: 'Orders' })).toBeNull()
    expect(desk.sent('orders/list')).toEqual([])
  })

  it('that do not exist are not found', async () => {
    desk = await openDesk('/admin/chat/nobody', [], { answers: chatOf([]).answersFor(ada) })
    await screen.findByText('Chat not found')
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })
})
