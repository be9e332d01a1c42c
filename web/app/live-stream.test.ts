import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { followLive, type LiveMessage } from '#web/app/live-stream.ts'

const { heartbeatMs } = limits.live
const bytes = new TextEncoder()

/** A server of streams: each connection is kept, so that a test can speak on it, cut it, or refuse the next. */
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
    await later(15_000)
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
