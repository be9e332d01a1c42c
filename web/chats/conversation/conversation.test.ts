// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { openConversation } from '#web/chats/conversation/conversation.ts'

const size = 5

/** A chat with this many messages, on a server that the test controls. */
function chatOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => ({ number: index + 1 }))
  const asked: string[] = []
  let down = false
  const answer = (question: string, found: { number: number }[]) => {
    asked.push(question)
    return down ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(found)
  }
  const chat = openConversation(
    {
      newest: () => answer('newest', all.slice(-size)),
      before: (number) => answer(`before ${number}`, all.filter((one) => one.number < number).slice(-size)),
      after: (number) => answer(`after ${number}`, all.filter((one) => one.number > number).slice(0, size)),
    },
    size,
    { read: async () => null, write: () => {}, forget: () => {} },
  )
  const write = () => {
    all.push({ number: all.length + 1 })
    return { number: all.length }
  }
  return { chat, asked, write, numbers: () => chat.read().messages.map(({ number }) => number), setDown: (to: boolean) => (down = to) }
}

const until = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('the messages of a chat', () => {
  it('are the newest at first, then older ones as the reader goes back to the beginning', async () => {
    const { chat, numbers } = chatOf(12)
    await chat.catchUp()
    expect(numbers()).toEqual(until(8, 12))
    expect(chat.read().hasOlder).toBe(true)
    await chat.older()
    await chat.older()
    expect(numbers()).toEqual(until(1, 12))
    expect(chat.read().hasOlder).toBe(false)
  })

  it('are listed once and in order, however often and in whatever order they arrive', async () => {
    const { chat, write, numbers, asked } = chatOf(3)
    await chat.catchUp()
    const four = write()
    const five = write()
    for (const heard of [four, five, four, five]) chat.receive(heard)
    expect(numbers()).toEqual(until(1, 5))
    expect(asked).toEqual(['newest'])
  })

  it('have no gap for long: what is missing before an arriving message is loaded', async () => {
    const { chat, write, numbers, asked } = chatOf(3)
    await chat.catchUp()
    write()
    write()
    chat.receive(write())
    await chat.catchUp()
    expect(numbers()).toEqual(until(1, 6))
    expect(asked).toContain('after 3')
  })

  it('start afresh where too many were missed, and nothing old stays before the gap', async () => {
    const { chat, write, numbers } = chatOf(7)
    await chat.catchUp()
    for (let more = 0; more < 60; more++) write()
    await chat.catchUp()
    expect(numbers()).toEqual(until(63, 67))
    await chat.older()
    expect(numbers()).toEqual(until(58, 67))
  })

  it('that a person is reading stay where several pages were missed', async () => {
    const { chat, write, numbers } = chatOf(12)
    await chat.catchUp()
    await chat.older()
    for (let more = 0; more < 20; more++) write()
    await chat.catchUp()
    expect(numbers()).toEqual(until(3, 32))
  })

  it('that are older and failed to load are reported as older ones, and a second try loads them', async () => {
    const { chat, numbers, setDown } = chatOf(12)
    await chat.catchUp()
    setDown(true)
    await chat.older()
    expect(chat.read()).toMatchObject({ failure: expect.any(TypeError), failed: 'older' })
    setDown(false)
    await chat.again()
    expect(numbers()).toEqual(until(3, 12))
    expect(chat.read().failure).toBeNull()
  })

  it('that arrive before the first answer wait for those before them', async () => {
    const { chat, write, numbers } = chatOf(3)
    chat.receive(write())
    await chat.catchUp()
    expect(numbers()).toEqual(until(1, 4))
  })

  it('stay on the screen while the server is unreachable, and are completed afterwards', async () => {
    const { chat, write, numbers, setDown } = chatOf(3)
    await chat.catchUp()
    setDown(true)
    write()
    await chat.catchUp()
    expect(numbers()).toEqual(until(1, 3))
    expect(chat.read().failure).toBeInstanceOf(TypeError)
    setDown(false)
    await chat.catchUp()
    expect(numbers()).toEqual(until(1, 4))
    expect(chat.read().failure).toBeNull()
  })

  it('of a chat that is not open shrink to the newest', async () => {
    const { chat, numbers } = chatOf(12)
    await chat.catchUp()
    await chat.older()
    chat.trim()
    expect(numbers()).toEqual(until(8, 12))
    expect(chat.read().hasOlder).toBe(true)
  })
})

describe('the messages cached on the device', () => {
  type One = { number: number; text: string }
  /** A chat whose messages are cached on the device, and a server that answers when the test says so. */
  function open(cached: One[] | null) {
    const { promise, resolve, reject } = Promise.withResolvers<One[]>()
    const written: number[][] = []
    let forgotten = 0
    const chat = openConversation<One>({ newest: () => promise, before: async () => [], after: async () => [] }, size, {
      read: async () => cached,
      write: (messages) => written.push(messages.map(({ number }) => number)),
      forget: () => (forgotten += 1),
    })
    return { chat, resolve, reject, written, forgotten: () => forgotten, texts: () => chat.read().messages.map(({ text }) => text) }
  }
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
  const numbered = (from: number, to: number, text: string) => until(from, to).map((number) => ({ number, text: `${text} ${number}` }))

  it('are shown until the server answers, and then only its answer', async () => {
    const { chat, resolve, texts } = open(numbered(1, 5, 'cached'))
    const asked = chat.catchUp()
    await settled()
    expect(texts()).toEqual(['cached 1', 'cached 2', 'cached 3', 'cached 4', 'cached 5'])
    expect(chat.read()).toMatchObject({ unverified: true, ready: false })
    resolve(numbered(3, 7, 'fresh'))
    await asked
    // Cached messages are dropped even if there is no gap between them and the answer: their text may have been erased meanwhile.
    expect(texts()).toEqual(['fresh 3', 'fresh 4', 'fresh 5', 'fresh 6', 'fresh 7'])
    expect(chat.read()).toMatchObject({ unverified: false, ready: true, hasOlder: true })
  })

  it('stay with a failure where no answer comes, and never replace an answer', async () => {
    const offline = open(numbered(1, 2, 'cached'))
    const asked = offline.chat.catchUp()
    offline.reject(new TypeError('Failed to fetch'))
    await asked
    await settled()
    expect(offline.chat.read()).toMatchObject({ unverified: true, failure: expect.any(TypeError) })
    expect(offline.texts()).toEqual(['cached 1', 'cached 2'])
    const quick = open(numbered(1, 2, 'cached'))
    quick.resolve([])
    await quick.chat.catchUp()
    await settled()
    expect(quick.texts()).toEqual([])
  })

  it('are what the server answered, without a gap, and are deleted when they are outdated', async () => {
    const { chat, resolve, written, forgotten } = open(null)
    resolve(numbered(1, 5, 'fresh'))
    await chat.catchUp()
    chat.receive({ number: 6, text: 'heard' })
    expect(written).toEqual([until(1, 5), until(2, 6)])
    chat.receive({ number: 9, text: 'too early' })
    expect(written).toHaveLength(2)
    chat.outdate()
    expect(forgotten()).toBe(1)
    expect(chat.read().messages).toEqual([])
  })
})
