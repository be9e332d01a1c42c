import type { StreamEnd } from '#domain/event.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import { positionText } from '#server/platform/events/position.ts'

/** What a stream carries, encoded once for all who get it (the live wire, Server-Sent Events). */
export type Frames = {
  hello: (position: number) => Buffer
  hints: (hints: readonly FeedHint[]) => Buffer
  beat: (position: number) => Buffer
  reset: (position: number) => Buffer
  end: (end: StreamEnd) => Buffer
}

/** Frames of one history. Each that names a position carries it as its id too, so that a browser's own EventSource resumes. */
export function framesOf(epoch: string): Frames {
  const at = (event: string, position: number, more: object = {}) => {
    const text = positionText(epoch, position)
    return `event: ${event}\nid: ${text}\ndata: ${JSON.stringify({ position: text, ...more })}\n\n`
  }
  // The message is JSON already, as the database built it.
  const frameOf = ({ position, kind, itemId, number, message }: FeedHint) => {
    const frame = at('hint', position, { kind, id: itemId, ...(number !== null && { number }) })
    return message === null ? frame : `${frame.slice(0, -'}\n\n'.length)},"message":${message}}\n\n`
  }
  return {
    hello: (position) => Buffer.from(at('hello', position)),
    beat: (position) => Buffer.from(at('beat', position)),
    reset: (position) => Buffer.from(at('reset', position)),
    hints: (hints) => Buffer.from(hints.map(frameOf).join('')),
    end: (end) => Buffer.from(`event: end\ndata: ${JSON.stringify(end)}\n\n`),
  }
}
