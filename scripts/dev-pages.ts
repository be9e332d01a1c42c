import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'

/** What only the server can answer. */
const ofTheServer = /^\/(rpc|api|files|healthz|readyz)(\/|\?|$)/

/** Hands calls and pages to the server behind Vite. Its pages keep their status, headers and nonce, but are filled with what Vite serves. */
export function pagesOf(behind: string): Plugin {
  return {
    name: 'backstall-pages',
    configureServer: (vite) => {
      vite.middlewares.use((incoming, outgoing, next) => {
        if (ofTheServer.test(incoming.url ?? '')) pass(behind, incoming, outgoing)
        else next()
      })
      return () => {
        vite.middlewares.use((incoming, outgoing) => pass(behind, incoming, outgoing, vite))
      }
    },
  }
}

/** The browser sees Vite's address, the server its own; without this it would take each call for one from another site. */
function headersFor(behind: string, { headers }: IncomingMessage): IncomingMessage['headers'] {
  const ours = headers.origin !== undefined && new URL(headers.origin).host === headers.host
  const { host } = new URL(behind)
  return { ...headers, host, ...(ours && { origin: behind }), 'accept-encoding': 'identity' }
}

function pass(behind: string, incoming: IncomingMessage, outgoing: ServerResponse, vite?: ViteDevServer): void {
  const url = incoming.url ?? '/'
  const passed = request(behind + url, { method: incoming.method, headers: headersFor(behind, incoming) }, (answer) => {
    const isPage = vite && /text\/html/.test(answer.headers['content-type'] ?? '')
    if (isPage) void fill(vite, url, answer, outgoing)
    else answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers))
  })
  passed.on('error', () => outgoing.headersSent || outgoing.writeHead(503, { 'Retry-After': '1' }).end('The server is starting.'))
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
