import { mayHear } from '#domain/event.ts'
import { limits } from '#domain/limits.ts'
import type { Frames } from '#server/live/stream.ts'
import { drained, isOpen, type Stream, send } from '#server/live/stream.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { hintsAfter } from '#server/platform/events/dispatch.ts'
import type { FeedReader } from '#server/platform/events/feed-reader.ts'

export type CatchUp = {
  sql: Sql
  tail: FeedReader
  frames: Frames
  /** Whether it is told where it starts, before anything else. */
  greet: boolean
  /** Called once it knows as much as this node. */
  join: (stream: Stream) => void
}

/**
 * Brings a stream from the position its client names (null: none of this history) to what this node knows, then `join`s it.
 * There is no gap and no duplicate between the two: it joins in the very turn in which it is found to know as much as the node.
 */
export async function catchUp(stream: Stream, from: number | null, { sql, tail, frames, greet, join }: CatchUp): Promise<void> {
  const startAfresh = () => {
    stream.at = tail.known()
    send(stream, frames.reset(stream.at))
  }
  // Another node may be ahead of this one; what is ahead of the database belongs to a history that was taken back.
  if (from !== null && from > tail.known()) await tail.look()
  const resumable = from !== null && from <= tail.known() && tail.known() - from <= limits.live.replayMax
  stream.at = resumable ? from : tail.known()
  if (greet) send(stream, frames.hello(stream.at))
  if (!resumable) startAfresh()

  while (isOpen(stream) && stream.at < tail.known()) {
    const hints = await hintsAfter(sql, stream.at, limits.live.replayPage)
    // Positions have no gap: if the next one is not there, it is no longer kept.
    if (hints[0]?.position !== stream.at + 1) {
      startAfresh()
      continue
    }
    const missed = hints.filter(({ position }) => position <= tail.known())
    const heard = missed.filter((hint) => mayHear({ id: stream.userId, role: stream.role }, hint))
    if (heard.length > 0) send(stream, frames.hints(heard))
    stream.at = missed.at(-1)?.position ?? stream.at
    await drained(stream)
  }
  if (isOpen(stream)) join(stream)
}
