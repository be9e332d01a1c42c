import { expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { listening } from '#web/testing/live-lines.ts'

// Streams do not get through here.
const { heartbeatMs } = limits.live
const { server, received, later, greet, close, listen, addresses, statuses, kinds } = listening()
const poll = (wait: number, position?: string) =>
  `/api/live/poll?${position ? `position=${encodeURIComponent(position)}&` : ''}wait=${wait}`

/** Answers the poll under way. */
async function answer(position: string, ...events: [string, object][]) {
  const last = server.line()
  for (const [event, data] of events) await last.say(event, data)
  await last.say('beat', { position })
  await last.cut()
  await later(limits.live.pollSpacingMs)
}
/** The stream is held back, and the first poll is answered. */
async function fallBack() {
  await later(limits.live.greetingMs)
  await answer('e:5', ['hello', { position: 'e:5' }])
}
/** Answers every poll with nothing new, until a stream is tried again. */
async function untilStream() {
  while (addresses().at(-1) !== '/api/live?position=e%3A5') {
    await later(Number(addresses().at(-1)?.split('wait=')[1]) * 1000)
    await answer('e:5')
  }
}
const hintAt = (position: string, id: string): [string, object] => ['hint', { position, kind: 'product.approve', id }]

it('polls as soon as a stream sends no greeting, and is live with the first answer', async () => {
  await later(limits.live.greetingMs)
  expect(server.line(0).aborted).toBe(true)
  expect(addresses()).toEqual(['/api/live', poll(5)])
  expect(statuses()).toEqual(['catching-up'])
  await answer('e:5', ['hello', { position: 'e:5' }])
  expect(statuses()).toEqual(['catching-up', 'live'])
  expect(kinds()).toEqual(['missed', 'beat'])
  expect(addresses().slice(2)).toEqual([poll(30, 'e:5')])
})

it('polls at once in a tab that takes over from one that polled, and tries a stream when it is time', async () => {
  close()
  const asked = server.lines.length
  const began = performance.now()
  await listen('e:5', 'poll')
  expect(addresses().slice(asked)).toEqual([poll(5, 'e:5')])
  await untilStream()
  expect(performance.now() - began).toBeGreaterThanOrEqual(limits.live.streamAgainMs)
})

it('publishes each hint once and continues from the last', async () => {
  await fallBack()
  await later(20_000)
  await answer('e:7', hintAt('e:6', 'lamp'), hintAt('e:7', 'chair'))
  expect(kinds()).toEqual(['missed', 'beat', 'hint', 'hint', 'beat'])
  expect(addresses().at(-1)).toBe(poll(30, 'e:7'))
  await later(30_000)
  await answer('e:9')
  expect(addresses().at(-1)).toBe(poll(30, 'e:9'))
  expect(statuses()).toEqual(['catching-up', 'live'])
})

it('polls from its position after three streams that broke off early', async () => {
  for (const [number, position] of ['e:6', 'e:7', 'e:8'].entries()) {
    await greet(number, position)
    await server.line(number).say(...hintAt(position, 'lamp'))
    await server.line(number).cut()
    await later(500)
  }
  expect(addresses()).toEqual(['/api/live', '/api/live?position=e%3A6', '/api/live?position=e%3A7', poll(5, 'e:8')])
  expect(statuses().at(-1)).toBe('catching-up')
  await answer('e:9', hintAt('e:9', 'chair'))
  expect(statuses().at(-1)).toBe('live')
  expect(kinds().filter((kind) => kind === 'missed')).toHaveLength(1)
  expect(kinds().filter((kind) => kind === 'hint')).toHaveLength(4)
})

const barredBy: [string, () => Response | Promise<Response>][] = [
  ['by a broken connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['with 502', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['with 403 and a page', () => new Response('<h1>Request blocked</h1>', { status: 403, headers: { 'content-type': 'text/html' } })],
  ['with 401 and a page', () => new Response('<h1>Sign in</h1>', { status: 401 })],
]
/** Begins where streams, or streams and polls, are refused in this way; returns the addresses asked for. */
async function listenBehind(refusal: () => Response | Promise<Response>, barsPolls = false): Promise<string[]> {
  close()
  server.lines.length = 0
  received.length = 0
  const asked: string[] = []
  server.refuse((address) => {
    asked.push(address)
    return barsPolls || !address.startsWith('/api/live/poll') ? refusal() : null
  })
  await listen(null)
  return asked
}

it.each(barredBy)(
  'polls after two streams in a row that were refused %s, and stays live while it tries a stream again',
  async (_, refusal) => {
    const asked = await listenBehind(refusal)
    const began = performance.now()
    await later(500)
    expect(asked).toEqual(['/api/live', '/api/live', poll(5)])
    expect(statuses()).toEqual(['catching-up'])
    await answer('e:5', ['hello', { position: 'e:5' }])
    while (performance.now() < began + 2 * limits.live.streamAgainMs) {
      await later(29_000)
      await answer('e:5')
    }
    expect(asked.filter((address) => address === '/api/live?position=e%3A5')).toHaveLength(1)
    expect(asked.length).toBeLessThan(30)
    expect(statuses()).toEqual(['catching-up', 'live'])
  },
)

it.each(barredBy)('is offline where polls are refused %s too, asks ever less often, and then streams', async (_, refusal) => {
  const asked = await listenBehind(refusal, true)
  await later(3_000)
  expect(statuses()).toEqual(['catching-up', 'offline'])
  const soon = asked.length
  await later(57_000)
  expect(asked.length).toBeLessThan(soon + 16)
  expect(received.map(({ kind }) => kind)).not.toContain('end')
  server.refuse(null)
  while (server.lines.length === 0) await later(250)
  await greet()
  expect(server.line().address).toBe('/api/live')
  expect(statuses().at(-1)).toBe('live')
})

it('stays with streams that outlive a heartbeat, and with a server that is only away', async () => {
  for (let number = 0; number < 5; number += 1) {
    await greet(number)
    await later(heartbeatMs)
    await server.line(number).say('beat', { position: 'e:5' })
    await server.line(number).cut()
    await later(500)
  }
  server.refuse(() => new Response(null, { status: 503 }))
  await server.line(5).cut()
  await later(120_000)
  server.refuse(null)
  while (server.lines.length < 7) await later(250)
  expect(addresses().join()).not.toContain('poll')
})

it('fetches a flood of hints a few times a second', async () => {
  await fallBack()
  const asked = server.lines.length
  for (let position = 6; position < 10; position += 1) {
    const last = server.line()
    await last.say(...hintAt(`e:${position}`, 'lamp'))
    await last.say('beat', { position: `e:${position}` })
    await last.cut()
    await later(limits.live.pollSpacingMs - 1)
    expect(server.lines).toHaveLength(asked + position - 6)
    await later(1)
  }
})

it('is catching up while a poll breaks off, then waits for a shorter time, and is offline when nothing answers', async () => {
  await fallBack()
  await later(29_000)
  await server.line(2).cut()
  await later(250)
  expect(statuses().at(-1)).toBe('catching-up')
  expect(addresses().at(-1)).toBe(poll(5, 'e:5'))
  await answer('e:5')
  expect(statuses().at(-1)).toBe('live')
  expect(addresses().at(-1)).toBe(poll(15, 'e:5'))
  server.refuse(() => Promise.reject(new TypeError('Failed to fetch')))
  await server.line().cut()
  await later(5_000)
  expect(statuses().at(-1)).toBe('offline')
})

it('notices a poll that is never answered', async () => {
  await fallBack()
  await later(30_000 + limits.live.greetingMs)
  expect(server.line(2).aborted).toBe(true)
  expect(statuses().at(-1)).toBe('catching-up')
})

it('tries a stream again after a while, live all the time, and continues to poll if it is held back too', async () => {
  await fallBack()
  await untilStream()
  expect(server.lines.length).toBeLessThanOrEqual(14)
  await later(limits.live.greetingMs)
  expect(addresses().at(-1)).toBe(poll(30, 'e:5'))
  await answer('e:6', hintAt('e:6', 'lamp'))
  expect(statuses()).toEqual(['catching-up', 'live'])
})

it('stays with a stream that gets through again', async () => {
  await fallBack()
  await untilStream()
  const stream = server.lines.length - 1
  await greet(stream)
  for (let beat = 0; beat < 60; beat += 1) {
    await later(heartbeatMs)
    await server.line(stream).say('beat', { position: 'e:5' })
  }
  expect(server.lines).toHaveLength(stream + 1)
  expect(statuses()).toEqual(['catching-up', 'live'])
})

it('tries a stream as soon as the browser is on another network', async () => {
  await fallBack()
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
  await answer('e:5')
  expect(addresses().at(-1)).toBe('/api/live?position=e%3A5')
})

it('refetches everything after a reset, and asks for nothing after the end', async () => {
  await fallBack()
  await answer('f:1', ['reset', { position: 'f:1' }])
  expect(kinds().slice(2)).toEqual(['missed', 'beat'])
  expect(addresses().at(-1)).toBe(poll(30, 'f:1'))
  const last = server.line()
  await last.say('end', { reason: 'suspended' })
  await last.cut()
  const asked = server.lines.length
  await later(120_000)
  expect(received.at(-1)).toEqual({ kind: 'end', reason: 'suspended' })
  expect(server.lines).toHaveLength(asked)
})

it('treats a refused poll as the end of the session', async () => {
  await fallBack()
  server.refuse(() => Response.json({ code: 'account-suspended' }, { status: 403 }))
  await answer('e:5')
  expect(received.at(-1)).toEqual({ kind: 'end', reason: 'account-suspended' })
})
