import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { namesOnDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { chatOf, field, log, openOwn, press, write } from '#web/testing/chat.ts'
import { ada, Refused, refuses, renderApp, sally } from '#web/testing/render-app.tsx'
import { toasts } from '#web/ui/toasts.ts'

const { liveLine } = await import('#web/platform/live/live-line.ts')
const { liveMessages } = await import('#web/platform/live/live-messages.ts')

let app: Awaited<ReturnType<typeof renderApp>>

const sent = () => app.sent('chats/send')

describe('a person’s own chat with support', () => {
  it('sends with Enter, starts a new line with Shift and Enter, and sends nothing empty or too long', async () => {
    app = await openOwn(chatOf([]))
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

  it('shows messages of others as text, with links for addresses, and runs no scripts', async () => {
    app = await openOwn(chatOf([['ada', '<img src=x onerror=alert(1)> see https://example.com/a?b=1.']]))
    const link = await log().findByRole('link', { name: 'https://example.com/a?b=1' })
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(log().getByText(/<img src=x onerror=alert\(1\)>/)).toBeDefined()
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })

  it('marks messages as read when they are shown, and only while the window is visible', async () => {
    const chat = chatOf(
      [
        ['ada', 'One'],
        ['ada', 'Two'],
      ],
      { buyerUnreadCount: 2 },
    )
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    app = await openOwn(chat)
    await log().findByText('Two')
    expect(log().getByText('New messages')).toBeDefined()
    expect(app.sent('chats/markRead')).toEqual([])
    hidden.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(app.sent('chats/markRead')).toEqual([{ id: chat.id, number: 2 }]))
    hidden.mockRestore()
  })

  it('repeats marking as read if the server was unavailable, even if the person does nothing', async () => {
    const chat = chatOf([['ada', 'One']], { buyerUnreadCount: 1 })
    const { 'chats/markRead': markRead, ...answers } = chat.answersFor(sally)
    let failures = 2
    const failing = (input: Record<string, unknown>) => {
      if (failures-- > 0) throw new Refused(503, 'unavailable', 'Not now.')
      return markRead(input)
    }
    app = await renderApp('/chat', [], { user: sally, answers: { ...answers, 'chats/markRead': failing } })
    await waitFor(() => expect(app.sent('chats/markRead')).toHaveLength(3), { timeout: 10_000 })
    await waitFor(() => expect(chat.state.buyerReadTo).toBe(1))
  })

  it('counts shown messages as read at once; after a refusal they are unread again, with a sentence, and the call is not repeated', async () => {
    const chat = chatOf([['ada', 'One']], { buyerUnreadCount: 1 })
    const { promise, reject } = Promise.withResolvers<never>()
    const answers = { ...chat.answersFor(sally), 'chats/unread': () => ({ unread: 1 }), 'chats/markRead': () => promise }
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    app = await renderApp('/chat', [], { user: sally, answers })
    const link = (name: RegExp) => screen.findByRole('link', { name })
    await screen.findByText('One')
    await link(/^Chat.*1 unread/)
    hidden.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    hidden.mockRestore()
    await waitFor(() => expect(app.sent('chats/markRead')).toHaveLength(1))
    await link(/^Chat$/)
    reject(new Refused(403, 'not-allowed', 'Your role does not allow this.'))
    await link(/^Chat.*1 unread/)
    expect(toasts.read().map(({ text }) => text)).toEqual(['These messages still count as unread. Your role does not allow this.'])
    fireEvent.scroll(screen.getByRole('log'))
    expect(app.sent('chats/markRead')).toHaveLength(1)
  })

  it('shows a message of the stream once, and loads one that the stream left out', async () => {
    const chat = chatOf([['sally', 'Hello?']])
    app = await openOwn(chat)
    await log().findByText('Hello?')
    const answer = chat.say('ada', 'Here I am')
    for (const _ of [1, 2]) act(() => liveMessages.publish({ id: chat.id, message: answer }))
    expect(await log().findAllByText('Here I am')).toHaveLength(1)
    chat.say('ada', 'Left out')
    act(() => liveMessages.publish({ id: chat.id, message: chat.say('ada', 'The last one') }))
    await log().findByText('Left out')
    expect(log().getAllByRole('listitem').at(-1)?.textContent).toContain('The last one')
  })

  it('shows why a message was refused; a retry uses the same id, and the message is listed once', async () => {
    const chat = chatOf([])
    app = await openOwn(chat)
    const send = app.answers['chats/send']
    app.answers['chats/send'] = refuses(409, 'no-admin', 'Admin user not found')
    write('Anybody there?')
    press()
    await log().findByText(/Not sent\. Admin user not found/)
    app.answers['chats/send'] = send ?? (() => null)
    fireEvent.click(log().getByRole('button', { name: 'Try again' }))
    await log().findByText('Sent')
    expect(log().getAllByText('Anybody there?')).toHaveLength(1)
    expect(new Set(sent().map(({ clientId }) => clientId)).size).toBe(1)
    expect(sent()).toHaveLength(2)
  })

  it('sends a message without a file that was refused, which says so until then', async () => {
    app = await openOwn(chatOf([]))
    const reason = () => screen.queryByText(/Only images and PDF/)
    fireEvent.paste(field(), { clipboardData: { files: [new File(['x'], 'notes.txt', { type: 'text/plain' })] } })
    write('See my notes')
    expect(reason()).not.toBeNull()
    expect(screen.queryByText(/remove those that failed/)).toBeNull()
    press()
    await waitFor(() => expect(sent()).toMatchObject([{ text: 'See my notes', attachments: [] }]))
    expect(reason()).toBeNull()
  })

  it('shows at the attempt why an empty message is not sent, until the text changes', async () => {
    app = await openOwn(chatOf([]))
    const reason = () => screen.queryByText(/Write something/, { selector: '[role=status]' })
    expect(reason()).toBeNull()
    press()
    expect(reason()).not.toBeNull()
    write('Hello')
    expect(reason()).toBeNull()
    write('')
    expect(reason()).toBeNull()
  })

  it('ignores the second half of a double click on "Send"', async () => {
    app = await openOwn(chatOf([]))
    write('Once')
    const button = screen.getByRole('button', { name: 'Send' })
    fireEvent.click(button, { detail: 1 })
    fireEvent.click(button, { detail: 2 })
    await waitFor(() => expect(sent()).toMatchObject([{ text: 'Once' }]))
    expect(screen.queryByText(/Write something/, { selector: '[role=status]' })).toBeNull()
  })

  it('shows a picture that could not be loaded as lost, and tries it again when the connection is back', async () => {
    const chat = chatOf([['ada', 'See this']])
    const picture = { url: '/files/lamp.jpg', path: `chats/${chat.id}/1_lamp.jpg`, name: 'lamp.jpg', contentType: 'image/jpeg', bytes: 9 }
    Object.assign(chat.messages[0] ?? {}, { attachments: [{ ...picture, width: 300, height: 200, thumbnails: {} }] })
    app = await openOwn(chat)
    fireEvent.error(await log().findByAltText('lamp.jpg'))
    expect(log().queryByAltText('lamp.jpg')).toBeNull()
    expect(log().getByRole('link', { name: 'Open lamp.jpg' })).toBeDefined()
    act(() => liveLine.set('live'))
    expect(log().getByAltText('lamp.jpg')).toBeDefined()
  })

  it('removes the control characters of word processors from pasted text', async () => {
    app = await openOwn(chatOf([]))
    write('First line\u000bsecond\u0000 line')
    press()
    await waitFor(() => expect(sent()).toMatchObject([{ text: 'First line\nsecond line' }]))
  })

  it('puts a refused message back into the field with its files, below the draft there', async () => {
    const chat = chatOf([])
    const lamp = { url: '/files/lamp.pdf', path: `chats/${chat.id}/1_lamp.pdf`, name: 'lamp.pdf', contentType: 'application/pdf', bytes: 9 }
    const attachments = [{ ...lamp, width: null, height: null, thumbnails: {} }]
    const unsent = { clientId: 'refused-before', chatId: chat.id, text: 'See this', attachments, at: 1, refused: 'Attach it again.' }
    app = await renderApp('/profile', [], { user: sally, answers: chat.answersFor(sally) })
    storeOnDevice('sally', 'unsent:refused-before', unsent)
    await app.go('/chat')
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

  it('tries again automatically after the time the server asks for', async () => {
    app = await openOwn(chatOf([]))
    const send = app.answers['chats/send']
    let refusals = 1
    app.answers['chats/send'] = (input) => {
      if (refusals-- > 0) throw new Refused(429, 'too-many-requests', 'That was too often.', { retryAfter: 0.05 })
      return send?.(input)
    }
    write('Quickly')
    press()
    await log().findByText('Sent')
    expect(sent()).toHaveLength(2)
    expect(log().queryByText(/Not sent/)).toBeNull()
  })

  it('keeps the draft of each chat for its author', async () => {
    const chat = chatOf([])
    app = await openOwn(chat)
    write('Not finished')
    await app.go('/profile')
    await app.go('/chat')
    await waitFor(() => expect(field().value).toBe('Not finished'))
  })

  it('sends the unsent messages of an earlier visit', async () => {
    const chat = chatOf([])
    const unsent = { clientId: 'left-before', chatId: chat.id, text: 'From before', attachments: [], at: 1, refused: null }
    app = await renderApp('/profile', [], { user: sally, answers: chat.answersFor(sally) })
    storeOnDevice('sally', 'unsent:left-before', unsent)
    await app.go('/chat')
    await screen.findByText('From before')
    await waitFor(() => expect(sent()).toMatchObject([{ clientId: 'left-before' }]))
    await waitFor(() => expect(namesOnDevice('sally')).toEqual([]))
  })

  it('can be read, but not written in, by a blocked person', async () => {
    const chat = chatOf([['ada', 'Enough.']], { blocked: true })
    app = await renderApp('/chat', [], { user: sally, answers: chat.answersFor(sally) })
    await screen.findByText('Enough.')
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
    expect(screen.getByText(/Support has closed this conversation/)).toBeDefined()
  })

  it('is the same whatever the suffix of the address, and for the support admin a link to all chats', async () => {
    const chat = chatOf([['ada', 'Welcome']])
    app = await renderApp('/chat/with/anything', [], { user: sally, answers: chat.answersFor(sally) })
    await screen.findByText('Welcome')
    app.close()
    app = await renderApp('/chat', [], { user: { ...ada, isSupport: true } })
    const link = await screen.findByRole('link', { name: 'Go to chats' })
    expect(link.getAttribute('href')).toBe('/admin/chats')
    expect(app.sent('chats/open')).toEqual([])
  })
})
