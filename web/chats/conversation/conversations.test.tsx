import '#web/testing/indexed-db.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '#contract/users.ts'
import type { Chat } from '#domain/chat.ts'
import { conversationOf, messagesKey } from '#web/chats/conversation/conversations.ts'
import { useConversation } from '#web/chats/conversation/use-conversation.ts'
import { outboxOf } from '#web/chats/outbox/own-outbox.ts'
import { cacheStore } from '#web/platform/offline-cache/cache-store.ts'
import { catchingUp, useOfflineCache } from '#web/platform/queries/own-cache.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { forgetPerson } from '#web/platform/session/auth.ts'
import { chatOf } from '#web/testing/chat.ts'

const server = vi.hoisted(() => ({ messages: async (): Promise<unknown> => ({ rows: [] }), send: async (): Promise<unknown> => null }))
vi.mock('#web/platform/rpc/rpc.ts', async (original) => {
  const real = await original<typeof import('#web/platform/rpc/rpc.ts')>()
  return { ...real, client: { chats: { messages: () => server.messages(), send: () => server.send() } } }
})

const secret = { number: 1, chatId: 'chat', senderId: 'anna', clientId: 'first', text: 'A secret of Anna' }
const cached = async (person: string) => (await cacheStore.read(person, messagesKey('chat')))?.data

function Cached({ me }: { me: Me }) {
  useOfflineCache(me)
  return null
}
function Reader({ chat }: { chat: Chat }) {
  const { shown } = useConversation(chat)
  return shown.map(({ key, text }) => <p key={key}>{text}</p>)
}
/** Signs a person in, with the offline cache in use. Returns a function that unmounts the screen. */
async function signIn(id: string, role = 'seller') {
  const me = { id, role, name: id } as Me
  queries.setQueryData(meQuery.queryKey, { user: me, settings: {} } as never)
  const screen = render(
    <QueryClientProvider client={queries}>
      <Cached me={me} />
    </QueryClientProvider>,
  )
  await expect.poll(() => cacheStore.remembered('')).toMatchObject({ user: { id, role } })
  return () => screen.unmount()
}
/** An answer that arrives when `come` is called. */
function slowly(call: 'messages' | 'send', answer: unknown) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const asked = vi.fn(() => promise)
  server[call] = asked
  return { asked, come: () => resolve(answer) }
}

beforeEach(async () => {
  forgetPerson()
  server.messages = async () => ({ rows: [] })
  await cacheStore.clear()
})

describe('the answer to a request of a chat', () => {
  it('is cached for the person who asked', async () => {
    const leave = await signIn('anna')
    server.messages = async () => ({ rows: [secret] })
    await conversationOf('chat').catchUp()
    await expect.poll(() => cached('anna seller')).toEqual([secret])
    leave()
  })

  it.each([
    ['the next person', 'ben', 'admin'],
    ['the same person in another role', 'anna', 'seller'],
  ])('to a person who has left is neither cached nor shown for %s', async (_, id, role) => {
    const leave = await signIn('anna', 'admin')
    const { come } = slowly('messages', { rows: [secret] })
    const asking = conversationOf('chat').catchUp()
    leave()
    forgetPerson()
    await cacheStore.clear()
    const leaveNext = await signIn(id, role)
    come()
    await asking
    expect(conversationOf('chat').read()).toMatchObject({ messages: [], ready: false })
    // Pending cache entries are written on leaving.
    leaveNext()
    expect(await cached(`${id} ${role}`)).toBe(undefined)
  })

  it('to a message that a person sent before they left is not shown to the next person', async () => {
    const leave = await signIn('anna')
    const { asked, come } = slowly('send', secret)
    outboxOf('anna').add('chat', 'A secret of Anna', [])
    await expect.poll(() => asked).toHaveBeenCalled()
    leave()
    forgetPerson()
    const leaveNext = await signIn('ben', 'admin')
    const conversation = conversationOf('chat')
    come()
    // After all pending promises.
    await new Promise((resume) => setTimeout(resume))
    expect(conversation.read().messages).toEqual([])
    leaveNext()
  })

  it('that the chat is gone removes its cached messages from the screen', async () => {
    const leave = await signIn('anna')
    server.messages = async () => ({ rows: [secret] })
    const conversation = conversationOf('chat')
    await conversation.catchUp()
    server.messages = async () => Promise.reject(Object.assign(new Error('gone'), { code: 'not-found' }))
    await conversation.catchUp()
    expect(conversation.read()).toMatchObject({ messages: [], unverified: false })
    await expect.poll(() => cached('anna seller')).toBe(undefined)
    leave()
  })

  it('is not called live while it comes from the cache, and a failed request is repeated automatically', async () => {
    const leave = await signIn('sally')
    const chat = chatOf([['ada', 'Said before']])
    await cacheStore.write('sally seller', [{ hash: messagesKey(chat.id), data: chat.messages, at: Date.now() }], [], new Set())
    server.messages = async () => Promise.reject(new TypeError('Failed to fetch'))
    const screen = render(
      <QueryClientProvider client={queries}>
        <Reader chat={chat.state} />
      </QueryClientProvider>,
    )
    await screen.findByText('Said before')
    await expect.poll(() => conversationOf(chat.id).read().failure).toBeInstanceOf(TypeError)
    expect(catchingUp.read()).toBe(true)
    server.messages = async () => ({ rows: chat.messages })
    await expect.poll(catchingUp.read, { timeout: 15_000 }).toBe(false)
    expect(screen.getByText('Said before')).toBeDefined()
    screen.unmount()
    leave()
  })
})
