import { createServer, type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { isPrivate } from '#server/platform/http/client-address.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { timesWithin } from '#server/platform/log-rarely.ts'

type Headers = readonly [string, string][]

/**
 * How long (ms) open answers may still take once the server is stopped, and how long idle connections of trusted proxies are served: a proxy
 * that closes its own sooner (examples/nginx) never sends a request to a closed one.
 */
const drainMs = 5_000

/** How long (ms) a stopped server waits at most for a moment to close its port. */
const calmMs = 1_000

/** A connection too many, as a code beside those of node. */
const tooMany = 'TOO_MANY_CONNECTIONS'
const statusOf: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408, [tooMany]: 429 }

/** Answers what cannot be parsed as a request, and closes the connection: its client may never do so. */
function answerUnparsed(headers: Headers) {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return ({ code = '' }: { code?: string }, socket: Socket): void => {
    const status = statusOf[code] ?? 400
    const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Connection: close\r\nContent-Length: 0\r\n\r\n`
    if (code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else socket.end(answer).destroySoon()
  }
}

/**
 * True if the request names one host: a single Host header (RFC 9112 §3.2; HTTP/1.0 may have none), which agrees with a full URL in the request
 * line. Backstall uses neither, but a proxy in front may have decided by the other one.
 */
function namesOneHost({ rawHeaders, headers: { host }, httpVersion, url = '' }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === '1.0'
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
  const [full, scheme] = /^(https?:\/\/)[^/?]*/i.exec(url) ?? []
  return names.length === 1 && (full === undefined || isSame(URL.parse(full), URL.parse(`${scheme}${host}`)))
}
const isSame = (one: URL | null, other: URL | null) => one !== null && one.host === other?.host

/** Counts open connections per network; returns a function that is false for one too many. `networkOf` is null for what is not counted. */
function countConnections(networkOf: NetworkOf): (socket: Socket) => boolean {
  const open = new Map<string, number>()
  return (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (network === null) return true
    const before = open.get(network) ?? 0
    if (before >= limits.connection.perNetwork) {
      if (timesWithin(crowdedMs, tooMany) === 1)
        console.warn(`${logged(network)} has ${before} open connections, and gets no more. ${ifProxy}`)
      return false
    }
    open.set(network, before + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    return true
  }
}
/** A network as the log names it: a private one may be a proxy of the operator, any other may be where a person lives. */
const logged = (network: string) => (isPrivate(network) ? network : 'One network address')
/** How often (ms) the log names a network with too many connections. */
const crowdedMs = 60_000
const ifProxy = 'If this is a proxy of yours, name it in TRUST_PROXY.'

/** The network that a connection counts for; null for one that is not counted, such as that of a trusted proxy. */
type NetworkOf = (address: string) => string | null
type Clients = { networkOf: NetworkOf; isProxy: (address: string) => boolean }

export type HttpServer = {
  /** Starts listening and returns the port. Throws errors of the system, such as EADDRINUSE. */
  listen: (port: number, host: string) => Promise<number>
  /** Accepts no new connections, gives open answers and connections of proxies `drainMs`, then closes what is left. */
  drain: () => Promise<void>
}

/** A server that sets these headers on every answer, limits how long a client may take, and how many connections a network may open. */
export function openServer(headers: Headers, { networkOf, isProxy }: Clients, answer: RequestListener): HttpServer {
  /** Every connection, with the number of its unfinished answers. */
  const connections = new Map<Socket, number>()
  const server = createServer({
    requestTimeout: limits.upload.budgetMs,
    // Node does not count the rest of a connection between two requests.
    headersTimeout: limits.connection.headerMs,
    connectionsCheckingInterval: limits.connection.checkMs,
    keepAliveTimeout: 75_000,
    // Refused below instead: node would answer without the headers.
    requireHostHeader: false,
  })
  const isWithinLimit = countConnections(networkOf)
  const isFromProxy = ({ remoteAddress = '' }: Socket) => isProxy(remoteAddress)
  const refuse = answerUnparsed(headers)
  server.on('connection', (socket) => {
    if (!isWithinLimit(socket)) return refuse({ code: tooMany }, socket)
    connections.set(socket, 0)
    socket.once('close', () => connections.delete(socket))
  })
  const count = (socket: Socket, change: 1 | -1) => {
    const before = connections.get(socket)
    if (before === undefined) return
    connections.set(socket, before + change)
    // Node closes only connections that were idle when it stopped listening. A proxy may have sent its next request already.
    if (!server.listening && before + change === 0 && !isFromProxy(socket)) socket.destroySoon()
  }
  const prepare = ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
    for (const [name, value] of headers) response.setHeader(name, value)
    // During a stop every connection ends with its open answer.
    if (!server.listening) response.setHeader('Connection', 'close')
    return response
  }
  server.on('request', (request, response) => {
    // The connection was refused and is being closed: what still arrives on it has no effect.
    if (!connections.has(request.socket)) return
    const prepared = prepare(request, response)
    if (namesOneHost(request)) answer(request, prepared)
    else prepared.writeHead(400, { Connection: 'close' }).end()
  })
  server.on('checkExpectation', (request, response) => void prepare(request, response).writeHead(417).end())
  server.on('clientError', refuse)

  function listen(port: number, host: string): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    server.once('error', reject)
    server.listen({ port, host }, () => resolve((server.address() as AddressInfo).port))
    return promise.finally(() => server.off('error', reject))
  }
  async function drain(): Promise<void> {
    if (!server.listening) return
    // A connection that waits to be accepted is reset when the port closes: it closes right after a pass of the event loop that accepted all and had
    // next to nothing else to do.
    const until = performance.now() + calmMs
    for (let before = 0, took = calmMs; took > 0.5 && before < until; took = performance.now() - before) {
      before = performance.now()
      await setImmediate()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const patience = setTimeout(() => server.closeAllConnections(), drainMs)
    // The server's own `close` also closes all idle connections.
    Server.prototype.close.call(server, () => resolve())
    for (const [socket, underWay] of connections) if (underWay === 0 && !isFromProxy(socket)) socket.destroy()
    await promise
    clearTimeout(patience)
    // Ends the timers of the server.
    server.close()
  }
  return { listen, drain }
}
