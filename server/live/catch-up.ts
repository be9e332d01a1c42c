import type { Frames } from '#server/live/stream.ts'
import { drained, heardBy, isOpen, type Stream, send } from '#server/live/stream.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { hintsAfter } from '#server/platform/events/dispatch.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import type { FeedReader } from '#server/platform/events/feed-reader.ts'
import { limits } from '#server/platform/limits/limits.ts'

export type CatchUp = {
  sql: Sql
  reader: FeedReader
  frames: Frames
  /** Whether to send the start position (`hello`) first. */
  sendHello: boolean
  /** Called once the stream is level with this node. */
  join: (stream: Stream) => void
}

/**
 * Brings a stream from its client's position (null: none of this history) to the position of this node, then `join`s it. There is
 * no gap and no duplicate between the two, because the stream joins in the same tick in which it is found to be level.
 */
export async function catchUp(stream: Stream, from: number | null, { sql, reader, frames, sendHello, join }: CatchUp): Promise<void> {
  const startAfresh = () => {
    stream.at = reader.lastPosition()
    send(stream, frames.reset(stream.at))
  }
  // Another node may be ahead of this one. A position ahead of the database belongs to a history from before the database was restored.
  if (from !== null && from > reader.lastPosition()) await reader.readNew()
  const resumable = from !== null && from <= reader.lastPosition() && reader.lastPosition() - from <= limits.live.replayMax
  stream.at = resumable ? from : reader.lastPosition()
  if (sendHello) send(stream, frames.hello(stream.at))
  if (!resumable) startAfresh()

  while (isOpen(stream) && stream.at < reader.lastPosition()) {
    const hints = recentFor(stream, reader) ?? (await hintsAfter(sql, stream.at, limits.live.replayPage))
    // Positions have no gaps: if the next one is missing, it was deleted.
    if (hints[0]?.position !== stream.at + 1) {
      startAfresh()
      continue
    }
    const missed = hints.filter(({ position }) => position <= reader.lastPosition())
    const heard = heardBy({ id: stream.userId, role: stream.role }, missed)
    if (heard.length > 0) send(stream, frames.hints(heard))
    stream.at = missed.at(-1)?.position ?? stream.at
    // Without this, what is sent in one go is one write to the connection.
    if (stream.response.writableNeedDrain) await drained(stream)
  }
  if (isOpen(stream)) join(stream)
}

/** The hints that a stream missed, as this node keeps them; null if it does not, or if one is a message: that is read as it is now. */
function recentFor(stream: Stream, reader: FeedReader): FeedHint[] | null {
  const hints = reader.recentAfter(stream.at)
  const heard = heardBy({ id: stream.userId, role: stream.role }, hints ?? [])
  return heard.some(({ kind }) => kind === 'chat.message') ? null : hints
}
