import { expect, test, vi } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { openEarlyPublish } from '#server/platform/events/early-publish.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import { record } from '#server/platform/events/record.ts'
import { listenTo } from '#server/testing/live-stream.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer } from '#server/testing/test-server.ts'

const hint = (position: number, number: number | null, about: Partial<FeedHint> = {}): FeedHint => ({
  ...{ position, eventId: position, kind: 'chat.message', itemId: 'chat', ownerId: 'sela', number, message: `{"number":${number}}` },
  ...about,
})
const edited = hint(3, null, { kind: 'product.edit', itemId: 'lamp', message: null })

test('a message that every listener got early is not published again, and all other hints are', () => {
  const early = openEarlyPublish()
  const [first, second, elsewhere] = [hint(1, 1), hint(2, 2), hint(4, 1, { itemId: 'other' })]
  early.add(first)
  expect(early.rest([first, second, edited, elsewhere])).toEqual([second, edited, elsewhere])
  // Only once: a restored database gives the same number again.
  expect(early.rest([first])).toEqual([first])
})

test('a listener that joined in between gets a hint of the message it missed, without its words', () => {
  const early = openEarlyPublish()
  early.add(hint(1, 1))
  early.joined()
  early.add(hint(2, 2))
  expect(early.rest([hint(1, 1), hint(2, 2)])).toEqual([hint(1, 1, { message: null })])
})

test('hints that were not published early on this node pass unchanged', () => {
  const hints = [hint(1, 1), edited]
  expect(openEarlyPublish().rest(hints)).toBe(hints)
})

test('a listener gets every message with its words, whether connected or resuming, and none that it had before', async () => {
  const testApp = await openTestApp()
  const server = await openTestServer(testApp.app)
  const { seller } = testApp
  const chats = testApp.caller(seller).chats
  const listen = async (position?: string) => {
    const listener = await listenTo(server.url, { cookie: cookieOf(testApp.app, seller) }, position)
    await vi.waitFor(() => expect(listener.frames.some(({ event }) => event === 'beat')).toBe(true), { timeout: 18_000 })
    return listener
  }
  const words = ({ frames }: Awaited<ReturnType<typeof listen>>) => [
    ...new Set(frames.flatMap(({ data }) => (data.message ? [(data.message as unknown as { text: string }).text] : []))),
  ]
  const { id } = await chats.open({})
  const first = await listen()
  const start = first.position()
  for (const text of ['One', 'Two', 'Three']) await chats.send({ id, clientId: newId(), text })
  // This hint arrives after the messages, so they have their positions by then.
  const { admin } = testApp
  const edit = { kind: 'settings.edit', itemId: 'settings', ownerId: null, actorId: admin.id } as const
  await testApp.app.db.transaction((tx) => record(tx, edit))
  testApp.app.feed.wake()
  const allPublished = () => expect(first.frames.some(({ data }) => data.kind === 'settings.edit')).toBe(true)
  await vi.waitFor(allPublished, { timeout: 18_000 })
  expect(words(first)).toEqual(['One', 'Two', 'Three'])
  const again = await listen(start)
  expect(words(again)).toEqual(['One', 'Two', 'Three'])
  expect(words(await listen(first.position()))).toEqual([])
  await server.close()
  await testApp.close()
})
