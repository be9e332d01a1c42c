import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '#server/testing/listen.ts'

export type Received = { headers: Record<string, string>; body: string; path: string }
type Answering = (response: ServerResponse, received: Received) => void

/** A storefront's program that receives webhooks and answers as the test wants. */
export type Receiver = {
  url: string
  port: number
  /** The requests, in order. */
  received: Received[]
  /** Sets the answer from now on. */
  answer: (how: Answering) => void
  close: () => Promise<void>
}

export const says =
  (status: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** Never answers. */
export const silent: Answering = () => {}

/** Answers without end, as fast as it is read. */
export const endless =
  (status: number): Answering =>
  (response) => {
    response.writeHead(status)
    const more = () => {
      while (response.write('more and '.repeat(1_000)));
      response.once('drain', more)
    }
    response.on('error', () => {})
    more()
  }

/** Opens a receiver on its own port, which accepts everything by default. Closes with the test that opened it, or with the file. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let answering = says(204)
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const arrived = {
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(pieces).toString(),
      path: request.url ?? '',
    }
    received.push(arrived)
    answering(response, arrived)
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { ...(await listen(server)), received, answer: (how) => (answering = how), close }
}
