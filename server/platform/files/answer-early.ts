import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '#domain/limits.ts'

type Headers = Record<string, string | number | string[] | undefined>

/**
 * Answers a request whose body is still coming, then ends the connection. Closing at once would reset it, and many a client would lose the
 * answer: so what still comes is thrown away for a while, until the sender is through or notices (as nginx does with `lingering_close`).
 */
export function answerEarly(request: IncomingMessage, response: ServerResponse, status: number, headers: Headers, body: object): void {
  const text = JSON.stringify(body)
  const about = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text), Connection: 'close' }
  response.writeHead(status, { ...headers, ...about })
  response.write(text)
  const patience = setTimeout(end, limits.upload.lingerMs)
  function end() {
    clearTimeout(patience)
    response.end()
  }
  request.once('end', end).once('close', end).once('error', end)
  request.resume()
}
