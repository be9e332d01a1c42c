import { describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { listening } from '#web/testing/live-lines.ts'

const { heartbeatMs } = limits.live
const { server, received, later, greet, close, statuses, kinds } = listening()

describe('the live stream', () => {
  it('is live once the backlog has arrived, and refetches what was read before', async () => {
    expect(statuses()).toEqual(['catching-up'])
    await greet()
    expect(statuses()).toEqual(['catching-up', 'live'])
    expect(kinds()).toEqual(['missed', 'beat'])
    expect(server.line(0).address).toBe('/api/live')
  })

  it('resumes at its position and catches up without refetching everything', async () => {
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

  it('asks no sooner than the server wants when too many windows are open', async () => {
    await greet()
    let asked = 0
    server.refuse(() => {
      asked += 1
      return new Response('', { status: 429, headers: { 'retry-after': '30' } })
    })
    await server.line(0).cut()
    await later(20_000)
    expect(asked).toBe(1)
    server.refuse(null)
    await later(11_000)
    expect(server.lines).toHaveLength(2)
  })

  it('stays live as long as heartbeats arrive', async () => {
    await greet()
    for (let beat = 0; beat < 10; beat += 1) {
      await later(heartbeatMs)
      await server.line(0).say('beat', { position: 'e:5' })
    }
    expect(server.lines).toHaveLength(1)
    expect(statuses()).toEqual(['catching-up', 'live'])
  })

  it('refetches everything after a reset, and continues from there', async () => {
    await greet()
    await server.line(0).say('reset', { position: 'f:1' })
    await later(0)
    expect(kinds()).toEqual(['missed', 'beat', 'missed'])
    await server.line(0).cut()
    await later(250)
    expect(server.line(1).address).toBe('/api/live?position=f%3A1')
  })

  it('is offline after repeated failures, and becomes live again automatically', async () => {
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

  it('is offline when the browser reports it, and reconnects at once when the network is back', async () => {
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

  it('finds at once after a sleep that the stream is dead, though no timer ran, and receives what was missed', async () => {
    await greet()
    // The machine sleeps: only the clock goes on.
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

  it('recognises by the clock alone that the machine slept, where the window stayed visible', async () => {
    await greet()
    vi.setSystemTime(Date.now() + 600_000)
    await later(5_250)
    expect(server.line(0).aborted).toBe(true)
    expect(server.lines).toHaveLength(2)
  })

  it('leaves a stream alone that sent something a moment ago when its window becomes visible again', async () => {
    await greet()
    await later(heartbeatMs)
    await server.line(0).say('beat', { position: 'e:5' })
    await later(0)
    document.dispatchEvent(new Event('visibilitychange'))
    await later(250)
    expect(server.line(0).aborted).toBe(false)
    expect(server.lines).toHaveLength(1)
  })

  it('connects at once when its window becomes visible again after a while', async () => {
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
    expect(received.at(-1)).toEqual({ kind: 'end', reason: 'suspended' })
    expect(server.lines).toHaveLength(1)
  })

  it('treats a refusal as the end of the session', async () => {
    await greet()
    server.refuse(() => Response.json({ code: 'not-signed-in' }, { status: 401 }))
    await server.line(0).cut()
    await later(250)
    expect(received.at(-1)).toEqual({ kind: 'end', reason: 'not-signed-in' })
  })

  it('publishes nothing once closed', async () => {
    await greet()
    const before = received.length
    close()
    await later(120_000)
    expect(server.line(0).aborted).toBe(true)
    expect(received).toHaveLength(before)
    expect(server.lines).toHaveLength(1)
  })
})
