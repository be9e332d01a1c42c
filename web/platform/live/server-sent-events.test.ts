// @vitest-environment node
import { expect, it } from 'vitest'
import { readEvents } from '#web/platform/live/server-sent-events.ts'

async function eventsIn(...pieces: string[]) {
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (to) => {
      for (const piece of pieces) to.enqueue(bytes.encode(piece))
      to.close()
    },
  })
  const events = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

it('reads events no matter where the stream is split into chunks', async () => {
  const text = 'event: hint\nid: 7\ndata: {"a":1}\n\nevent: beat\ndata: {}\n\n'
  const expected = [
    { event: 'hint', data: '{"a":1}' },
    { event: 'beat', data: '{}' },
  ]
  expect(await eventsIn(text)).toEqual(expected)
  expect(await eventsIn(...text)).toEqual(expected)
  expect(await eventsIn(text.replaceAll('\n', '\r\n'))).toEqual(expected)
})

it('skips comments and waits for the rest of an incomplete event', async () => {
  expect(await eventsIn(': still here\n\nevent: beat\ndata: {}\n\nevent: hint\ndata: {"lost')).toEqual([{ event: 'beat', data: '{}' }])
})
