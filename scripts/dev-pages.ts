import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connect, Plugin, ViteDevServer } from 'vite'

/** Paths that only the server can answer. */
const serverPaths = /^\/(rpc|api|files|healthz|readyz|metrics|widget\.js)(\/|\?|$)/

const patienceMs = 20_000
const betweenMs = 100

/** Forwards calls and pages to the server behind Vite. Pages keep their status, headers and nonce, but their content comes from Vite. */
export function pagesOf(port: number): Plugin {
  return {
    name: 'backstall-pages',
    configureServer: (vite) => {
      vite.middlewares.use((incoming, outgoing, next) => {
        if (serverPaths.test(incoming.url ?? '')) pass(port, incoming, outgoing).catch(next)
        else next()
      })
      return () => {
        vite.middlewares.use((incoming, outgoing, next) => {
          pass(port, incoming, outgoing, vite).catch(next)
        })
      }
    },
  }
}

/** Waits for the server, which restarts after each change. */
async function untilThere(port: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const probe = connect(port, '127.0.0.1')
    const there = await once(probe, 'connect')
      .then(() => true)
      .catch(() => false)
    probe.destroy()
    if (there) return
    await wait(betweenMs)
  }
}

/** The browser uses Vite's address, the server its own. Without this rewrite the server would refuse each call as coming from another site. */
function headersFor(port: number, { headers }: IncomingMessage): IncomingMessage['headers'] {
  const sameOrigin = headers.origin !== undefined && new URL(headers.origin).host === headers.host
  const host = `127.0.0.1:${port}`
  return { ...headers, host, ...(sameOrigin && { origin: `http://${host}` }), 'accept-encoding': 'identity' }
}

async function pass(port: number, incoming: Connect.IncomingMessage, outgoing: ServerResponse, vite?: ViteDevServer): Promise<void> {
  await untilThere(port)
  const path = incoming.originalUrl ?? incoming.url ?? '/'
  const { method } = incoming
  const passed = request({ port, host: '127.0.0.1', path, method, headers: headersFor(port, incoming) }, (answer) => {
    const isPage = /text\/html/.test(answer.headers['content-type'] ?? '')
    if (vite && isPage) fill(vite, path, answer, outgoing).catch((error: unknown) => outgoing.destroy(error as Error))
    else answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers))
  })
  passed.on('error', () => outgoing.headersSent || outgoing.writeHead(503, { 'Retry-After': '1' }).end('The server is away.'))
  outgoing.on('close', () => passed.destroy())
  incoming.pipe(passed)
}

async function fill(vite: ViteDevServer, url: string, answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  answer.resume()
  const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1] ?? ''
  const page = await vite.transformIndexHtml(url, await readFile('web/index.html', 'utf8'))
  const { 'content-length': _, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(page.replaceAll('__NONCE__', nonce))
}
