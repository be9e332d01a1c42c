import type { ServerResponse } from 'node:http'
import type { StreamEnd } from '#domain/event.ts'
import { type Hearer, mayHear } from '#domain/event-kinds.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import { positionText } from '#server/platform/events/position.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** One open live stream, or one poll that waits for its answer. Small, as there are thousands. */
export type Stream = {
  readonly userId: string
  readonly role: Hearer['role']
  /** Null for a buyer, whose stream ends with their token. */
  readonly sessionId: string | null
  readonly response: ServerResponse
  /** The last position sent; maintained only while the stream is catching up. */
  at: number
  /** The portion of the heartbeat this stream belongs to; null for a poll, which is answered once. */
  readonly portion: number | null
}

export const isPoll = ({ portion }: Stream): boolean => portion === null

export const isOpen = ({ response }: Stream): boolean => !response.writableEnded && !response.destroyed

/** Those of the hints that this person may hear. To a buyer no message travels with its hint: they ask for it, with the addresses of its files. */
export function heardBy(hearer: Hearer, hints: readonly FeedHint[]): FeedHint[] {
  const heard = hints.filter((hint) => mayHear(hearer, hint))
  return hearer.role === 'buyer' ? heard.map((hint) => ({ ...hint, message: null })) : heard
}

/** Sends encoded frames. A client that does not read is disconnected: it comes back and resumes. */
export function send(stream: Stream, frames: Buffer): void {
  const { response } = stream
  if (!isOpen(stream)) return
  response.write(frames)
  if (response.writableLength > limits.live.bufferBytesMax) response.destroy()
}

/** Resolves when the client of a full stream (`writableNeedDrain`) has read what was sent, or has gone. */
export function drained({ response }: Stream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (response.destroyed) resolve()
  response.on('close', resolve).on('drain', resolve)
  return promise.finally(() => response.off('close', resolve).off('drain', resolve))
}

/** The frames of a stream (Server-Sent Events), encoded once for all who get them. */
export type Frames = {
  hello: (position: number) => Buffer
  hints: (hints: readonly FeedHint[]) => Buffer
  beat: (position: number) => Buffer
  reset: (position: number) => Buffer
  end: (end: StreamEnd) => Buffer
}

/** Makes frames for one history. Each frame with a position has it as its id too, so that a browser's own EventSource resumes. */
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
