import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, finished } from 'node:stream'

type Ways = {
  /** Transforms the body of a request; null for none. `cut` breaks both connections. */
  toServer?: (from: IncomingMessage, cut: () => void) => Duplex | null
  /** True if the answer is withheld from the browser. */
  holds?: (answer: IncomingMessage) => boolean
  passes?: (address: string) => void
  /** How a request is blocked: answered with this status, its connection closed, or never answered; null if it passes. */
  bars?: (from: IncomingMessage) => number | 'closed' | 'silent' | null
}

/** A proxy between browsers and Backstall at the public address, so that the browser's origin is Backstall's own. */
export async function openForwardingProxy(target: string, { toServer, holds, passes, bars }: Ways) {
  function forward(from: IncomingMessage, to: ServerResponse) {
    const { method = 'GET', url = '/' } = from
    const barred = bars?.(from) ?? null
    if (barred === 'closed') return void from.socket.destroy()
    if (barred === 'silent') return void from.resume()
    if (barred !== null) return void to.writeHead(barred, { 'content-type': 'text/html' }).end('<h1>gateway of somebody</h1>')
    const { host } = new URL(target)
    const headers = { ...from.headers, host, ...(from.headers.origin && { origin: target }) }
    const upstream = request(target + url, { method, headers, agent: false }, (answer) => {
      if (holds?.(answer)) return void answer.resume()
      passes?.(url)
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to, { end: false })
      // Reads the rest of a body that is answered early, as nginx does: a connection closed before that is reset, and the answer is lost.
      answer.once('end', () => finished(from, { writable: false }, () => to.end()))
      answer.once('error', () => to.destroy())
    })
    const cut = () => {
      upstream.destroy()
      from.socket.destroy()
    }
    upstream.on('error', () => to.headersSent || to.destroy())
    upstream.on('close', () => from.unpipe().resume())
    to.on('close', () => upstream.destroy())
    const way = toServer?.(from, cut)
    if (way) from.pipe(way).pipe(upstream)
    else from.pipe(upstream)
  }
  // Longer than any journey: after the usual five seconds the proxy could close a connection while the browser sends on it, a fault of its own.
  const server = createServer({ keepAliveTimeout: 600_000 }, forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
