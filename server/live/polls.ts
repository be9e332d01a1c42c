import { AppError } from '#domain/errors.ts'
import { isUpToDate, type Listeners, leave } from '#server/live/listeners.ts'
import type { Frames } from '#server/live/stream.ts'
import { type Stream, send } from '#server/live/stream.ts'
import type { FeedReader } from '#server/platform/events/feed-reader.ts'
import { answerTo, plainBody } from '#server/platform/http/errors.ts'

/** The polls of a node: listeners whose single answer ends as soon as something was sent to them. */
export type Polls = {
  /** The poll is level with the node. Answers it if something was sent, else it waits. */
  join: (poll: Stream) => void
  /** Ends the answers of the polls to which something was just sent. */
  answer: () => void
  /** Ends this poll with what is known now, without waiting longer. */
  finish: (poll: Stream) => void
  /** Ends this poll with 503 `unavailable`, because the node cannot know what happened. */
  refuse: (poll: Stream) => void
}

export function openPolls({ listeners, reader, frames }: { listeners: Listeners; reader: FeedReader; frames: Frames }): Polls {
  const waiting = new Set<Stream>()

  function finish(poll: Stream) {
    // A poll that is still catching up gets no new position: its client resumes from the last one sent.
    if (isUpToDate(listeners, poll)) send(poll, frames.beat(reader.lastPosition()))
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
