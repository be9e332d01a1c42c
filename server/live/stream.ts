import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { limits } from '#domain/limits.ts'
import type { Role } from '#domain/user.ts'

/** One open live stream, or one poll that waits for its answer. Small on purpose, as there are thousands. */
export type Stream = {
  readonly userId: string
  readonly role: Role
  readonly sessionId: string
  readonly response: ServerResponse
  /** What it has been told; only while it is catching up, afterwards it is told everything at once. */
  at: number
  /** With which portion of the heartbeat it is told; a poll is not, as it is answered once. */
  readonly portion: number | null
}

export const isPoll = ({ portion }: Stream): boolean => portion === null

export const isOpen = ({ response }: Stream): boolean => !response.writableEnded && !response.destroyed

/** Sends what is already encoded. A client that does not read is dropped: it comes back and resumes (architecture, live). */
export function send(stream: Stream, frames: Buffer): void {
  const { response } = stream
  if (!isOpen(stream)) return
  response.write(frames)
  if (response.writableLength > limits.live.bufferBytesMax) response.destroy()
}

/** Settles when the client has taken what was sent, or has gone. */
export async function drained({ response }: Stream): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return
  const gone = new AbortController()
  const close = once(response, 'close', { signal: gone.signal })
  const drain = once(response, 'drain', { signal: gone.signal })
  await Promise.race([close, drain]).finally(() => {
    close.catch(() => {})
    drain.catch(() => {})
    gone.abort()
  })
}
