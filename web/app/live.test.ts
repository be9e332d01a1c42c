import { expect, it, vi } from 'vitest'
import type { HintKind } from '#domain/event-kinds.ts'
import type { LiveMessage } from '#web/platform/live/live-stream.ts'

const stream = vi.hoisted(() => ({ publish: (_: LiveMessage) => {} }))
vi.mock('#web/platform/live/live-tabs.ts', () => ({
  followTogether: (_: string, __: string | null, publish: typeof stream.publish) => {
    stream.publish = publish
    return { close: () => {} }
  },
}))
const { startLive } = await import('#web/app/live.ts')
const { liveMessages } = await import('#web/platform/live/live-messages.ts')
const { ownCache } = await import('#web/platform/queries/own-cache.ts')

it.each<[HintKind, { messages: boolean; cache: boolean }]>([
  ['user.close', { messages: true, cache: true }],
  ['chat.erase', { messages: true, cache: true }],
  ['order.erased', { messages: false, cache: true }],
  ['user.profile', { messages: true, cache: false }],
  ['chat.solve', { messages: false, cache: false }],
])('after %s, what this device has of messages and answers is dropped: %j', (kind, { messages, cache }) => {
  const outdated = vi.spyOn(liveMessages, 'outdated')
  const removed = vi.spyOn(ownCache, 'remove')
  const stop = startLive('ada')
  stream.publish({ kind: 'hint', hint: { position: 'e:1', kind, id: 'chat' } })
  stop()
  expect([outdated.mock.calls.length > 0, removed.mock.calls.length > 0]).toEqual([messages, cache])
  vi.restoreAllMocks()
})
