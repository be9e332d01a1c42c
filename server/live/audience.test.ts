import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { publishToListeners } from '#server/live/audience.ts'
import { enter, type Listeners } from '#server/live/listeners.ts'
import { framesOf } from '#server/live/stream.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'

function stage() {
  const listeners: Listeners = { byRole: { seller: new Set(), admin: new Set(), buyer: new Set() }, byUser: new Map() }
  const said: string[] = []
  const received = {
    on: () => received,
    write: (part: Buffer) => said.push(String(part)) > 0,
    headersSent: true,
    writableLength: 0,
    destroyed: false,
    writableEnded: false,
  }
  const stream = enter(listeners, { id: 'bert', role: 'admin', sessionId: 's' } as never, received as unknown as ServerResponse, 0)
  listeners.byRole.admin.add(stream)
  const hint = (kind: string, itemId: string, ownerId: string): FeedHint =>
    ({ position: 1, kind, itemId, ownerId, number: null, message: null }) as FeedHint
  return { publish: (...hints: FeedHint[]) => publishToListeners(hints, listeners, framesOf('e')), hint, said: () => said.join('') }
}

test('an admin does not hear that a note was written about them', () => {
  const { publish, hint, said } = stage()
  publish(hint('chat.note', 'berts-chat', 'bert'))
  expect(said()).not.toContain('chat.note')
})

test('an admin hears of their notifications even if a note about them was written at the same moment', () => {
  const { publish, hint, said } = stage()
  publish(hint('chat.note', 'berts-chat', 'bert'), hint('notification.change', 'bert', 'bert'))
  expect(said()).toContain('notification.change')
})
