import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { followLive } from './live.ts'
import { Refusal } from './refusal.ts'

const closing: AbortController[] = []
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const one of closing.splice(0)) one.abort()
  vi.useRealTimers()
})

const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A line whose requests are answered so: frames, after which it ends; null for no answer at all; or a refusal. */
function follow(...answers: (string | null | Refusal)[]) {
  const closed = new AbortController()
  closing.push(closed)
  const asked: string[] = []
  const told: string[] = []
  const live = async (path: string, signal: AbortSignal) => {
    asked.push(path)
    const answer = answers.shift() ?? null
    if (answer instanceof Refusal) throw answer
    if (answer !== null) return new Response(answer)
    return await new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const listener = {
    began: () => told.push('began'),
    changed: (kind: string) => told.push(kind),
    connected: (isConnected: boolean) => told.push(isConnected ? 'on' : 'off'),
    ended: ({ code }: Refusal) => told.push(code),
  }
  void followLive({ live }, listener, closed.signal)
  return { asked, told }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('a stream that breaks off is resumed at its last position', async () => {
  const { asked, told } = follow(
    frame('hello', { position: 'a' }) + frame('hint', { position: 'b', kind: 'chat.message' }),
    frame('hello', { position: 'b' }),
  )
  await pass(2_000)
  expect(asked).toEqual(['stream?', 'stream?position=b', 'stream?position=b'])
  expect(told.filter((word) => word !== 'on')).toEqual(['began', 'chat.message', 'began'])
})

it('where no stream gets through, polls do, and each greeting but the first means nothing new', async () => {
  const poll = frame('hello', { position: 'a' }) + frame('beat', { position: 'a' })
  const { asked, told } = follow(null, poll, poll)
  await pass(limits.live.greetingMs + 2_000)
  expect(asked).toEqual(['stream?', 'poll?wait=5', 'poll?position=a&wait=30', 'poll?position=a&wait=30'])
  expect(told.filter((word) => word === 'began')).toHaveLength(1)
})

const away = new Refusal('No answer.', 'unavailable', 0)
it.each([
  ['no answer', away],
  ['a page of a firewall', Refusal.of(403, null, null)],
  ['an empty answer', ''],
])('where each stream gets %s, polls do after two, and stay while a stream is tried again', async (_, barred) => {
  const poll = frame('hello', { position: 'a' }) + frame('beat', { position: 'a' })
  const { asked, told } = follow(barred, barred, poll)
  await pass(1_000)
  expect(asked).toEqual(['stream?', 'stream?', 'poll?wait=5', 'poll?position=a&wait=30'])
  expect(told).toEqual(['off', 'began', 'on', 'on'])
})

it('a stream that is tried again and refused leaves the buyer connected by polls', async () => {
  const poll = frame('beat', { position: 'a' })
  const perStreamAgain = Math.ceil(limits.live.streamAgainMs / limits.live.pollSpacingMs)
  const { asked, told } = follow(away, away, ...Array(perStreamAgain).fill(poll), away, ...Array(10).fill(poll))
  await pass(limits.live.streamAgainMs + 2_000)
  expect(asked.filter((path) => path.startsWith('stream'))).toEqual(['stream?', 'stream?', 'stream?position=a'])
  expect(told.filter((word) => word === 'off')).toHaveLength(1)
})

it('without a network it tries streams and polls again and says so; a refusal ends it', async () => {
  const { asked, told } = follow(away, away, away, away, away, new Refusal('Off.', 'widget-off', 403))
  await pass(20_000)
  expect(asked).toEqual(['stream?', 'stream?', 'poll?wait=5', 'stream?', 'poll?wait=5', 'stream?'])
  expect(told).toEqual(['off', 'off', 'off', 'widget-off'])
})
