import { AppError } from '#domain/errors.ts'
import { isUpToDate, type Listeners, leave } from '#server/live/listeners.ts'
import type { Frames } from '#server/live/stream.ts'
import { type Stream, send } from '#server/live/stream.ts'
import type { FeedReader } from '#server/platform/events/feed-reader.ts'
import { answerTo, plainBody } from '#server/platform/http/errors.ts'

/** The polls of a node: listeners whose one answer is over as soon as they have been told something. */
export type Polls = {
  /** A poll knows what the node knows. Answers it if that was news, else it waits. */
  join: (poll: Stream) => void
  /** Finishes the answers of those who have just been told something. */
  answer: () => void
  /** Ends this one with what it can truthfully be told, without waiting longer. */
  finish: (poll: Stream) => void
  /** Ends this one because the node cannot know what happened. */
  refuse: (poll: Stream) => void
}

export function openPolls({ listeners, tail, frames }: { listeners: Listeners; tail: FeedReader; frames: Frames }): Polls {
  const waiting = new Set<Stream>()

  function finish(poll: Stream) {
    // Whoever is still catching up goes on from the last thing he was told.
    if (isUpToDate(listeners, poll)) send(poll, frames.beat(tail.known()))
    leave(listeners, poll)
    waiting.delete(poll)
    poll.response.end()
  }
  const answer = () => {
    for (const poll of waiting) if (poll.response.headersSent) finish(poll)
  }
  return {
    join: (poll) => {
      listeners.byRole[poll.role].add(poll)
      waiting.add(poll)
      poll.response.on('close', () => waiting.delete(poll))
      answer()
    },
    answer,
    finish,
    refuse,
  }
}

function refuse({ response }: Stream): void {
  if (response.headersSent) return void response.destroy()
  const { status, ...answer } = answerTo(new AppError('unavailable'))
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(plainBody({ status, ...answer })))
}
