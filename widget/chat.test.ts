import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WidgetChat } from '#contract/widget.ts'
import { openChat } from './chat.ts'
import { openIdentity } from './identity.ts'

const closing: { close: () => void }[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const one of closing.splice(0)) one.close()
  vi.unstubAllGlobals()
})

const claims = btoa(JSON.stringify({ sub: 'bea', exp: 99_999_999_999 })).replaceAll('=', '')

/** The open chat of a buyer; Backstall answers calls by their names. */
async function open(answers: Record<string, () => Response>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const name = new URL(url).pathname.split('/').at(-1) ?? ''
    asked.push(name)
    return answers[name]?.() ?? Response.json({ rows: [] })
  })
  const identity = openIdentity(
    async () => `head.${claims}.signature`,
    () => {},
  )
  await identity.refresh()
  const chat = openChat({ base: 'https://backstall.example', identity, who: 'buyer:bea', changed: () => {} })
  closing.push(chat)
  chat.setOpen(true)
  return { chat, streams: () => asked.filter((name) => name === 'stream').length }
}
const chatOf = (to: Partial<WidgetChat> = {}) => Response.json({ status: 'open', lastNumber: 1, unread: 0, ...to })
const opened = async () => Response.json({ chat: await chatOf().json(), rows: [] })
const refused = () => Response.json({ error: 'Not now.', code: 'verified-only', field: null }, { status: 403 })
const silent = () => new Response(new ReadableStream())

it('after a refusal, live updates begin again when the chat is opened the next time', async () => {
  const answer = await opened()
  const answers = { open: () => answer.clone(), chat: () => chatOf(), stream: refused }
  const { chat, streams } = await open(answers)
  await expect.poll(() => chat.read().failure?.code).toBe('verified-only')
  const before = streams()
  answers.stream = silent
  chat.setOpen(false)
  chat.setOpen(true)
  await expect.poll(streams).toBeGreaterThan(before)
  expect(chat.read().failure).toBeNull()
})

it('a screen reader says that the conversation was solved and can be rated, once', async () => {
  const answer = await opened()
  const answers = { open: () => answer.clone(), chat: () => chatOf(), stream: silent }
  const { chat } = await open(answers)
  await expect.poll(() => chat.read().isReady).toBe(true)
  expect(chat.read().announced).toBe('')
  answers.chat = () => chatOf({ status: 'solved' })
  chat.again()
  await expect.poll(() => chat.read().announced).toMatch(/marked as solved.*How was this conversation/)
  chat.setOpen(true)
  await expect.poll(() => chat.read().announced).toBe('')
})

it('shows no text of a buyer whose data was erased, also on the page that is open', async () => {
  const [own, theirs] = [true, false].map((byBuyer, at) => ({
    number: at + 1,
    byBuyer,
    text: byBuyer ? 'I live in Elm Street' : 'Thank you.',
    attachments: [],
  }))
  const answer = Response.json({ chat: await chatOf({ lastNumber: 2 }).json(), rows: [own, theirs] })
  const live = new TransformStream<string, string>()
  const answers = {
    open: () => answer.clone(),
    chat: () => chatOf({ lastNumber: 2 }),
    stream: () => new Response(live.readable.pipeThrough(new TextEncoderStream())),
  }
  const { chat, streams } = await open(answers)
  await expect.poll(() => [chat.read().messages.length, streams()]).toEqual([2, 1])
  await live.writable.getWriter().write('event: hint\ndata: {"position":"e:1","kind":"chat.erase"}\n\n')
  await expect.poll(() => chat.read().messages).toMatchObject([{ text: '', erased: true }, { text: 'Thank you.' }])
})
