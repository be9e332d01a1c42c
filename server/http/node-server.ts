import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { limits } from '#domain/limits.ts'

type Headers = readonly [string, string][]

/** How long answers may still take once the server is told to stop. */
const drainMs = 5_000

const statusOf: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers what cannot even be read as a request. */
function answerGarbage(headers: Headers) {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return ({ code = '' }: Error & { code?: string }, socket: Socket): void => {
    const status = statusOf[code] ?? 400
    const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Connection: close\r\nContent-Length: 0\r\n\r\n`
    if (code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else socket.end(answer)
  }
}

/** A node server that puts these headers on every answer, whoever gives it, and lets none of its clients take forever. */
export function openServer(headers: Headers, answer: RequestListener): Server {
  const server = createServer({
    requestTimeout: limits.upload.budgetMs,
    headersTimeout: 30_000,
    keepAliveTimeout: 75_000,
    // Ours to refuse: node would do it without the headers.
    requireHostHeader: false,
  })
  const prepare = (response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    // On the way out every connection ends with the answer it waits for.
    if (!server.listening) response.setHeader('Connection', 'close')
    return response
  }
  server.on('request', (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion === '1.0') answer(request, prepare(response))
    else prepare(response).writeHead(400).end()
  })
  server.on('checkExpectation', (_, response) => void prepare(response).writeHead(417).end())
  server.on('clientError', answerGarbage(headers))
  return server
}

/** Starts listening; answers the port. Throws what the system says, such as EADDRINUSE. */
export function listenOn(server: Server, port: number, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen({ port, host }, () => resolve((server.address() as AddressInfo).port))
  return promise.finally(() => server.off('error', reject))
}

/** Takes nobody new, gives open answers a moment, then ends what is left. */
export function drain(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const patience = setTimeout(() => server.closeAllConnections(), drainMs)
  server.close(() => resolve())
  server.closeIdleConnections()
  return promise.finally(() => clearTimeout(patience))
}
