import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { followLive, type LiveMessage } from '#web/app/live-stream.ts'

const { heartbeatMs } = limits.live
const bytes = new TextEncoder()

/** A server of streams and polls: each connection is kept, so that a test can speak on it, cut it, or refuse the next. */
function openServer() {
  type Line = { address: string; say: (event: string, data: object) => Promise<void>; cut: () => Promise<void>; aborted: boolean }
  const lines: Line[] = []
  let refusal: (() => Response | Promise<Response>) | null = null
  const answer = async (address: string, { signal }: RequestInit) => {
    if (refusal) return refusal()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const line: Line = {
      address,
      aborted: false,
      say: (event, data) => writer.write(bytes.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
      cut: () => writer.close(),
    }
    signal?.addEventListener('abort', () => {
      line.aborted = true
      void writer.abort(new Error('aborted')).catch(() => {})
    })
    lines.push(line)
    return new Response(readable)
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  const line = (number: number) => {
    const found = lines[number]
    if (!found) throw new Error(`There is no connection ${number}.`)
    return found
  }
  return { lines, line, refuse: (by: typeof refusal) => (refusal = by) }
}

let server: ReturnType<typeof openServer>
let heard: LiveMessage[]
let stream: { close: () => void }
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const statuses = () => heard.flatMap((message) => (message.kind === 'status' ? [message.status] : []))
const kinds = () => heard.flatMap(({ kind }) => (kind === 'status' ? [] : [kind]))

beforeEach(async () => {
  vi.useFakeTimers()
  server = openServer()
  heard = []
  stream = followLive((message) => heard.push(message), null)
  await later(0)
})

afterEach(() => {
  stream.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function greet(number = 0, at = 'e:5') {
  await server.line(number).say('hello', { position: at })
  await server.line(number).say('beat', { position: at })
  await later(0)
}

describe('the live stream', () => {
  it('is live once all has been told, and asks afresh for what was read before', async () => {
    expect(statuses()).toEqual(['catching-up'])
    await greet()
    expect(statuses()).toEqual(['catching-up', 'live'])
    expect(kinds()).toEqual(['missed', 'beat'])
    expect(server.line(0).address).toBe('/api/live')
  })

  it('comes back where it was and catches up without asking for everything', async () => {
    await greet()
    await server.line(0).say('hint', { position: 'e:9', kind: 'product.approve', id: 'lamp' })
    await later(0)
    await server.line(0).cut()
    await later(250)
    expect(server.line(1).address).toBe('/api/live?position=e%3A9')
    await server.line(1).say('hello', { position: 'e:9' })
    await server.line(1).say('hint', { position: 'e:10', kind: 'product.reject', id: 'chair' })
    await later(0)
    expect(statuses().at(-1)).toBe('catching-up')
    await server.line(1).say('beat', { position: 'e:10' })
    await later(0)
    expect(statuses().at(-1)).toBe('live')
    expect(kinds()).toEqual(['missed', 'beat', 'hint', 'hint', 'beat'])
  })

  it('notices within two heartbeats that an open stream is dead', async () => {
    await greet()
    await later(2 * heartbeatMs - 1)
    expect(statuses().at(-1)).toBe('live')
    await later(1)
    expect(server.line(0).aborted).toBe(true)
    expect(statuses().at(-1)).toBe('catching-up')
    await later(250)
    expect(server.lines).toHaveLength(2)
  })

  it('stays live as long as it beats', async () => {
    await greet()
    for (let beat = 0; beat < 10; beat += 1) {
      await later(heartbeatMs)
      await server.line(0).say('beat', { position: 'e:5' })
    }
    expect(server.lines).toHaveLength(1)
    expect(statuses()).toEqual(['catching-up', 'live'])
  })

  it('asks for everything after a reset, and goes on from there', async () => {
    await greet()
    await server.line(0).say('reset', { position: 'f:1' })
    await later(0)
    expect(kinds()).toEqual(['missed', 'beat', 'missed'])
    await server.line(0).cut()
    await later(250)
    expect(server.line(1).address).toBe('/api/live?position=f%3A1')
  })

  it('is offline after failing again and again, and live again by itself', async () => {
    await greet()
    server.refuse(() => Promise.reject(new TypeError('Failed to fetch')))
    await server.line(0).cut()
    await later(5_000)
    expect(statuses().at(-1)).toBe('offline')
    server.refuse(null)
    while (server.lines.length < 2) await later(250)
    await greet(1)
    expect(statuses().at(-1)).toBe('live')
  })

  it('believes the browser that it is offline, and comes back at once when it says so', async () => {
    await greet()
    dispatchEvent(new Event('offline'))
    expect(statuses().at(-1)).toBe('offline')
    server.refuse(() => new Response(null, { status: 503 }))
    await server.line(0).cut()
    await later(60_000)
    server.refuse(null)
    dispatchEvent(new Event('online'))
    await later(0)
    await greet(1)
    expect(statuses().at(-1)).toBe('live')
  })

  it('finds out at once after a sleep that the stream is dead, though no timer ran, and hears what was missed', async () => {
    await greet()
    // The machine sleeps: the clock goes on, and nothing else.
    vi.setSystemTime(Date.now() + 3_600_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await later(250)
    expect(server.line(0).aborted).toBe(true)
    expect(statuses().at(-1)).toBe('catching-up')
    expect(server.line(1).address).toBe('/api/live?position=e%3A5')
    await server.line(1).say('hello', { position: 'e:5' })
    await server.line(1).say('hint', { position: 'e:8', kind: 'product.approve', id: 'lamp' })
    await server.line(1).say('beat', { position: 'e:8' })
    await later(0)
    expect(kinds().slice(2)).toEqual(['hint', 'beat'])
    expect(statuses().at(-1)).toBe('live')
  })

  it('sees by the clock alone that it has slept, where nobody looked away', async () => {
    await greet()
    vi.setSystemTime(Date.now() + 600_000)
    await later(5_250)
    expect(server.line(0).aborted).toBe(true)
    expect(server.lines).toHaveLength(2)
  })

  it('leaves alone a stream that was heard of a moment ago when its window is looked at again', async () => {
    await greet()
    await later(heartbeatMs)
    await server.line(0).say('beat', { position: 'e:5' })
    await later(0)
    document.dispatchEvent(new Event('visibilitychange'))
    await later(250)
    expect(server.line(0).aborted).toBe(false)
    expect(server.lines).toHaveLength(1)
  })

  it('waits no longer for the next attempt once it is looked at again after a while', async () => {
    await greet()
    server.refuse(() => Promise.reject(new TypeError('Failed to fetch')))
    await server.line(0).cut()
    await later(60_000)
    expect(statuses().at(-1)).toBe('offline')
    server.refuse(null)
    vi.setSystemTime(Date.now() + 3_600_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await later(0)
    expect(server.lines).toHaveLength(2)
  })

  it('ends for good when the session does, and never asks again', async () => {
    await greet()
    await server.line(0).say('end', { reason: 'suspended' })
    await later(120_000)
    expect(heard.at(-1)).toEqual({ kind: 'end', reason: 'suspended' })
    expect(server.lines).toHaveLength(1)
  })

  it('takes a refusal for the end of the session', async () => {
    await greet()
    server.refuse(() => Response.json({ code: 'not-signed-in' }, { status: 401 }))
    await server.line(0).cut()
    await later(250)
    expect(heard.at(-1)).toEqual({ kind: 'end', reason: 'not-signed-in' })
  })

  it('is silent once closed', async () => {
    await greet()
    const before = heard.length
    stream.close()
    await later(120_000)
    expect(server.line(0).aborted).toBe(true)
    expect(heard).toHaveLength(before)
    expect(server.lines).toHaveLength(1)
  })
})

describe('where streams do not get through', () => {
  const poll = (wait: number, position?: string) =>
    `/api/live/poll?${position ? `position=${encodeURIComponent(position)}&` : ''}wait=${wait}`
  const addresses = () => server.lines.map(({ address }) => address)

  /** The answer to the poll under way. */
  async function answer(position: string, ...events: [string, object][]) {
    const last = server.line(server.lines.length - 1)
    for (const [event, data] of events) await last.say(event, data)
    await last.say('beat', { position })
    await last.cut()
    await later(limits.live.pollSpacingMs)
  }
  /** A stream that is held back, and the first poll is answered. */
  async function fallBack() {
    await later(limits.live.greetingMs)
    await answer('e:5', ['hello', { position: 'e:5' }])
  }
  /** Nothing happens, as poll after poll says, until a stream is tried again. */
  async function untilStream() {
    while (addresses().at(-1) !== '/api/live?position=e%3A5') {
      await later(Number(addresses().at(-1)?.split('wait=')[1]) * 1000)
      await answer('e:5')
    }
  }
  const hintAt = (position: string, id: string): [string, object] => ['hint', { position, kind: 'product.approve', id }]

  it('polls as soon as a stream is not even greeted, and is live with the first answer', async () => {
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
    stream.close()
    const asked = server.lines.length
    const began = performance.now()
    stream = followLive((message) => heard.push(message), 'e:5', 'poll')
    await later(0)
    expect(addresses().slice(asked)).toEqual([poll(5, 'e:5')])
    await untilStream()
    expect(performance.now() - began).toBeGreaterThanOrEqual(limits.live.streamAgainMs)
  })

  it('tells each hint once and asks on from the last', async () => {
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

  it('hands its position over after three streams that broke off young', async () => {
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

  it('goes on with streams that live past a heartbeat, and with a server that is only away', async () => {
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

  it('asks a flood of hints for a few times a second', async () => {
    await fallBack()
    const asked = server.lines.length
    for (let position = 6; position < 10; position += 1) {
      const last = server.line(server.lines.length - 1)
      await last.say(...hintAt(`e:${position}`, 'lamp'))
      await last.say('beat', { position: `e:${position}` })
      await last.cut()
      await later(limits.live.pollSpacingMs - 1)
      expect(server.lines).toHaveLength(asked + position - 6)
      await later(1)
    }
  })

  it('is catching up while a poll breaks off, then waits less long, and offline when nothing answers', async () => {
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
    await server.line(server.lines.length - 1).cut()
    await later(5_000)
    expect(statuses().at(-1)).toBe('offline')
  })

  it('notices a poll that is never answered', async () => {
    await fallBack()
    await later(30_000 + limits.live.greetingMs)
    expect(server.line(2).aborted).toBe(true)
    expect(statuses().at(-1)).toBe('catching-up')
  })

  it('tries a stream again after a while, live all the time, and polls on if it is held back too', async () => {
    await fallBack()
    await untilStream()
    expect(server.lines.length).toBeLessThanOrEqual(14)
    await later(limits.live.greetingMs)
    expect(addresses().at(-1)).toBe(poll(30, 'e:5'))
    await answer('e:6', hintAt('e:6', 'lamp'))
    expect(statuses()).toEqual(['catching-up', 'live'])
  })

  it('stays with the stream that gets through again', async () => {
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

  it('tries a stream as soon as the browser is in another network', async () => {
    await fallBack()
    dispatchEvent(new Event('offline'))
    dispatchEvent(new Event('online'))
    await answer('e:5')
    expect(addresses().at(-1)).toBe('/api/live?position=e%3A5')
  })

  it('asks for everything after a reset, and never again after the end', async () => {
    await fallBack()
    await answer('f:1', ['reset', { position: 'f:1' }])
    expect(kinds().slice(2)).toEqual(['missed', 'beat'])
    expect(addresses().at(-1)).toBe(poll(30, 'f:1'))
    const last = server.line(server.lines.length - 1)
    await last.say('end', { reason: 'suspended' })
    await last.cut()
    const asked = server.lines.length
    await later(120_000)
    expect(heard.at(-1)).toEqual({ kind: 'end', reason: 'suspended' })
    expect(server.lines).toHaveLength(asked)
  })

  it('takes a refused poll for the end of the session', async () => {
    await fallBack()
    server.refuse(() => Response.json({ code: 'account-suspended' }, { status: 403 }))
    await answer('e:5')
    expect(heard.at(-1)).toEqual({ kind: 'end', reason: 'account-suspended' })
  })
})
