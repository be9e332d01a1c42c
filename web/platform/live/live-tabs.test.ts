import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveMessage } from '#web/platform/live/live-stream.ts'
import { followTogether } from '#web/platform/live/live-tabs.ts'

// Another tab leads: it has the lock for as long as a test runs.
beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: { request: () => new Promise(() => {}) }, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
})

it.each([
  { who: 'a tab whose page was rendered at the position of the leader', from: 'p7', refetches: false },
  { who: 'a tab whose page was rendered before the last hint of the leader', from: 'p6', refetches: true },
  { who: 'a tab that begins anew after the end of a former session', from: null, refetches: true },
])('$who refetches what it may have missed: $refetches, and never again', async ({ who, from, refetches }) => {
  const leader = new BroadcastChannel(who)
  const received: LiveMessage[] = []
  const { close } = followTogether(who, from, (message) => received.push(message))
  const beats: LiveMessage[] = ['p7', 'p8'].map((position) => ({ kind: 'beat', position, by: 'stream' }))
  leader.postMessage({ from: 'leader', message: beats[0], before: 'p7' })
  leader.postMessage({ from: 'leader', message: beats[1], before: 'p7' })
  await vi.waitFor(() => expect(received).toContainEqual(beats[1]))
  expect(received).toEqual([...(refetches ? [{ kind: 'missed' }] : []), ...beats])
  close()
  leader.close()
})
