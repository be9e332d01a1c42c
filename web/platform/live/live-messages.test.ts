// @vitest-environment node
import { expect, it } from 'vitest'
import type { ChatMessage } from '#domain/chat.ts'
import { liveMessages } from '#web/platform/live/live-messages.ts'

it('a received message is recognised when the feed repeats it in its place; a missed one is not', () => {
  const message = { number: 4 } as ChatMessage
  expect(liveMessages.isRepeat({ id: 'chat', number: 4 })).toBe(false)
  liveMessages.publish({ id: 'chat', message })
  expect(liveMessages.isRepeat({ id: 'chat', number: 4 })).toBe(true)
  expect(liveMessages.isRepeat({ id: 'chat', number: 4, message })).toBe(false)
  expect([liveMessages.isRepeat({ id: 'chat', number: 5 }), liveMessages.isRepeat({ id: 'other', number: 4 })]).toEqual([false, false])
  expect(liveMessages.isRepeat({ id: 'chat' })).toBe(false)
})
