import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy between browsers and Backstall that waits for the end of every event stream before it passes anything on: forever. */
export type HoldingProxy = {
  url: string
  /** How many streams it has held back. */
  held: () => number
  /** The addresses of the answers that it passed on, in their order. */
  passed: () => readonly string[]
  close: () => Promise<void>
}

export async function openHoldingProxy(target: string): Promise<HoldingProxy> {
  let held = 0
  const passed: string[] = []

  function forward(from: IncomingMessage, to: ServerResponse) {
    const { method = 'GET', url = '/' } = from
    const { host } = new URL(target)
    // As a proxy under the public address would be seen: the browser's origin is Backstall's own.
    const headers = { ...from.headers, host, ...(from.headers.origin && { origin: target }) }
    const upstream = request(target + url, { method, headers, agent: false }, (answer) => {
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        held += 1
        answer.resume()
        return
      }
      passed.push(url)
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    upstream.on('error', () => to.destroy())
    to.on('close', () => upstream.destroy())
    from.pipe(upstream)
  }
  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => held,
    passed: () => passed,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
