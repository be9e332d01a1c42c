import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { TestResponse, TestServer } from '#server/testing/test-server.ts'

/** A frame of a live stream: `hello`, `hint`, `beat`, `reset` or `end`, with its data. */
type Frame = { event: string; id: string | null; data: Record<string, string> }

export type Listener = {
  status: number
  headers: IncomingHttpHeaders
  /** All frames so far. */
  frames: Frame[]
  /** The last position in a frame. */
  position: () => string
  /** Settles when the stream has ended, whichever side ended it. */
  ended: Promise<void>
  /** True if it ended with a complete answer, false if it broke off. */
  isWhole: () => boolean
  hangUp: () => void
}

/** Parses a frame of a stream or a poll. */
function parseFrame(frame: string): Frame {
  const lines = frame.split('\n').map((line) => line.split(/: (.*)/s))
  const of = (name: string) => lines.find(([key]) => key === name)?.[1] ?? null
  return { event: of('event') ?? '', id: of('id'), data: JSON.parse(of('data') ?? '{}') }
}

/** Listens to `GET /api/live` as a browser does, frame by frame; or to another stream. */
export async function listenTo(
  url: string,
  headers: Record<string, string>,
  position?: string,
  { path = '/api/live', method = 'GET' } = {},
): Promise<Listener> {
  const address = `${url}${path}${position === undefined ? '' : `?position=${encodeURIComponent(position)}`}`
  const request = ask(address, { method, headers, agent: false })
  request.end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject))
  request.on('error', () => {})
  const frames: Frame[] = []
  let rest = ''
  response.setEncoding('utf8').on('data', (text: string) => {
    const chunks = (rest + text).split('\n\n')
    rest = chunks.pop() ?? ''
    frames.push(...chunks.map(parseFrame))
  })
  const ended = new Promise<void>((resolve) => response.on('close', resolve).on('error', () => {}))
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    frames,
    position: () => frames.findLast(({ data }) => data.position)?.data.position ?? '',
    ended,
    isWhole: () => response.complete,
    hangUp: () => request.destroy(),
  }
}

/** The answer to a poll, frame by frame; a refusal has no frames and has `json`. */
export type PollAnswer = TestResponse & { frames: Frame[] }

/** Polls `GET /api/live/poll` as a browser does, with this query. */
export async function pollAt(
  { ask }: Pick<TestServer, 'ask'>,
  as: { sessionToken: string } | null,
  query: Record<string, string> = {},
): Promise<PollAnswer> {
  const response = await ask(`/api/live/poll?${new URLSearchParams(query)}`, { as })
  return { ...response, frames: response.json ? [] : response.text.split('\n\n').filter(Boolean).map(parseFrame) }
}
