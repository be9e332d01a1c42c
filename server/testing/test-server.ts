import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { jsonIn } from '#domain/json.ts'
import { openHttp } from '#server/app/http/http.ts'
import type { App } from '#server/platform/app.ts'
import { sessionCookies } from '#server/sessions/session-cookie.ts'
import { closeAtEnd, testFolder } from './worker.ts'

type Asking = {
  as?: { sessionToken: string } | null
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream
  json?: unknown
  /** Reads only the beginning and hangs up. */
  endless?: boolean
}

/** An answer with its body; `json` is null if the body is not JSON. */
export type TestResponse = { status: number; headers: Headers; text: string; json: Record<string, unknown> | null }

export type TestServer = {
  url: string
  /** One request as a browser or program would send it; redirects are returned, not followed. */
  ask: (path: string, asking?: Asking) => Promise<TestResponse>
  /** One call of the contract over the wire. `answer` is its output, or its refusal with code, status, message and data. */
  call: (name: string, input: unknown, as: Asking['as']) => Promise<{ status: number; answer: Record<string, unknown>; text: string }>
  /** One JSON request of a table with thousands: `fetch`, which `ask` uses, takes three times the processor time. */
  post: (path: string, json: unknown, as: Asking['as']) => Promise<TestResponse>
  close: () => Promise<void>
}

/** The Cookie header of a person's session, signed as sign-in would. */
export function cookieOf(app: App, { sessionToken }: { sessionToken: string }): string {
  return sessionCookies(app.config, undefined, sessionToken)[0]?.split(';')[0] ?? ''
}

const page = `<!doctype html><meta name="csp-nonce" content="__NONCE__"><link rel="modulepreload" href="/assets/app-1.js"><script type="module" nonce="__NONCE__" src="/assets/app-1.js"></script>`

/** Writes built pages with small known contents. */
function builtPages(): string {
  const folder = testFolder()
  for (const inner of ['assets/.cache', '.vite']) mkdirSync(join(folder, inner), { recursive: true })
  for (const hidden of ['.vite/manifest.json', 'assets/.cache/app-1.js', 'assets/app-1.js.map']) writeFileSync(join(folder, hidden), '{}')
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'widget.js'), 'the widget')
  const script = join(folder, 'assets/app-1.js')
  writeFileSync(script, 'plain')
  writeFileSync(`${script}.br`, brotliCompressSync('as brotli'))
  writeFileSync(`${script}.gz`, gzipSync('as gzip'))
  return folder
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return new TextDecoder().decode(value)
}

const parsed = (text: string) => jsonIn(text) as TestResponse['json']

/** Opens the real HTTP server of a test app on its own port, with small built pages. Closes with the test that opened it, or with the file; that ends all streams of the app. */
export async function openTestServer(testApp: App, about: Partial<App['config']> = {}): Promise<TestServer> {
  const app = { ...testApp, config: { ...testApp.config, port: 0, ...about } }
  const folder = builtPages()
  const http = await openHttp(app, folder)
  await http.listen()
  const url = http.address()

  const ask: TestServer['ask'] = async (path, { as, method = 'GET', headers = {}, body, json, endless = false } = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      // Required by fetch to send a stream.
      duplex: 'half',
      headers: {
        ...(as && { cookie: cookieOf(app, as) }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
    })
    const content = endless ? await beginningOf(response) : await response.text()
    return { status: response.status, headers: response.headers, text: content, json: parsed(content) }
  }
  const call: TestServer['call'] = async (name, input, as) => {
    const response = await ask(`/rpc/${name.replaceAll('.', '/')}`, { as: as ?? null, method: 'POST', json: { json: input } })
    return { status: response.status, answer: (response.json?.json ?? {}) as Record<string, unknown>, text: response.text }
  }
  const agent = new Agent({ keepAlive: true })
  const post: TestServer['post'] = (path, json, as) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(json)
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(as && { cookie: cookieOf(app, as) }),
      }
      const answered = async (response: IncomingMessage) => {
        const content = await text(response)
        const received = new Headers()
        for (const [name, values] of Object.entries(response.headersDistinct))
          for (const value of values ?? []) received.append(name, value)
        resolve({ status: response.statusCode ?? 0, headers: received, text: content, json: parsed(content) })
      }
      const sending = request(url + path, { method: 'POST', agent, headers }, (response) => void answered(response).catch(reject))
      sending.once('error', reject).end(body)
    })
  let closing: Promise<void> | undefined
  const end = async () => {
    agent.destroy()
    await http.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const close = () => (closing ??= end())
  closeAtEnd(close)
  return { url, ask, call, post, close }
}
