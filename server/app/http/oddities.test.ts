import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, seller } = await openTestApp()
const { ask, url } = await openTestServer(app)
const json = { 'content-type': 'application/json' }
const posts = ['/rpc/users/list', '/api/auth/sign-in', '/api/auth/sign-up'] as const

/**
 * Writes these bytes and returns what comes back, until the connection ends or the answer is complete. 408 is no answer: the server waited for
 * more until its time limit.
 */
function raw(bytes: string | Buffer, to: string = url): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(new URL(to).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
    if (/\r\n\r\n/.test(answer)) socket.end()
  })
  socket.on('close', () => {
    if (answer.startsWith('HTTP/1.1 408 ')) reject(new Error(`No answer to ${bytes.toString().slice(0, 80)}`))
    else resolve(answer)
  })
  socket.on('error', () => {})
  socket.write(bytes)
  return promise
}

const refused = ({ status, json, text }: { status: number; json: Record<string, unknown> | null; text: string }, what: string) => {
  const { code, message } = (json?.json ?? { ...json, message: json?.error }) as Record<string, unknown>
  expect([status >= 400 && status < 500, typeof code, typeof message], `${what}: ${status} ${text}`).toEqual([true, 'string', 'string'])
  expect(text).not.toMatch(/node_modules|\.ts:|at Object|SyntaxError|Unexpected token|FST_/)
}

test('bodies that are no JSON, or too large, are refused and never answered as an internal error', async () => {
  const bodies: Record<string, string | Uint8Array<ArrayBuffer>> = {
    nothing: '',
    'half an object': '{"json":',
    'a lone word': 'undefined',
    'not a number': '{"json":{"id":NaN}}',
    'a number': '5',
    'a null': 'null',
    'a list': '[]',
    'a text': '"text"',
    'wrong meta': '{"json":{},"meta":5}',
    'meta to nowhere': '{"json":{},"meta":[[1,"a","b"]]}',
    'meta of a huge integer': `{"json":{"id":"${'9'.repeat(100_000)}"},"meta":[[0,"id"]]}`,
    'meta of a pattern': '{"json":{"id":"/(a+)+$/"},"meta":[[5,"id"]]}',
    'meta into the prototype': '{"json":{"__proto__":{"x":1}},"meta":[[1,"__proto__","x"]]}',
    'a polluting key': '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}},"json":{"__proto__":{"id":"x"}}}',
    'deep lists': `{"json":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    'deep objects': '{"a":'.repeat(20_000),
    'not UTF-8': new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    'a byte order mark': '\ufeff{}',
    'a zero byte': '{"json":{"id":"a\u0000b"}}',
    'too long': JSON.stringify({ json: { id: 'x'.repeat(limits.request.bodyBytesMax) } }),
    'packed by gzip': new Uint8Array(gzipSync('{"json":{}}')),
  }
  for (const [what, body] of Object.entries(bodies)) {
    for (const path of posts) refused(await ask(path, { method: 'POST', as: seller, body, headers: json }), `${what} to ${path}`)
  }
  expect(({} as Record<string, unknown>).role).toBeUndefined()
  const big = await ask('/rpc/products/get', {
    method: 'POST',
    as: seller,
    body: 'x'.repeat(limits.request.bodyBytesMax + 1),
    headers: json,
  })
  expect([big.status, big.json?.code]).toEqual([413, 'too-large'])
})

test('a body without a declared length is cut off at the same size', async () => {
  const piece = new TextEncoder().encode('x'.repeat(64 * 1024))
  const endless = () => {
    let sent = 0
    return new ReadableStream({ pull: (to) => void (sent++ < 40 ? to.enqueue(piece) : to.close()) })
  }
  for (const path of posts) {
    const response = await ask(path, { method: 'POST', as: seller, body: endless(), headers: json }).catch(() => null)
    if (response) expect([response.status, response.json?.code], path).toEqual([413, 'too-large'])
  }
  expect((await ask('/healthz')).status).toBe(200)
})

test('a call with a content type other than JSON is refused', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/event-stream',
    'image/png',
    ';',
    'application/json, text/plain',
  ]) {
    for (const path of posts) {
      const response = await ask(path, { method: 'POST', as: seller, body: '{}', headers: { 'content-type': type } })
      expect([response.status, response.json?.code], `${type} to ${path}`).toEqual([415, 'wrong-content-type'])
    }
  }
  expect(
    (await ask('/rpc/users/me', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json; charset=utf-8' } })).status,
  ).toBe(200)
})

test('malformed HTTP gets a 4xx or a closed connection, with the same headers as any other answer', async () => {
  const host = `Host: ${new URL(url).host}\r\n`
  const post = `POST /rpc/users/me HTTP/1.1\r\n${host}Content-Type: application/json\r\n`
  const oddities = {
    garbage: '\u0000\u0001\u0002\r\n\r\n',
    'no host': 'GET / HTTP/1.1\r\n\r\n',
    'a foreign method': `BREW /login HTTP/1.1\r\n${host}\r\n`,
    'a header of 20 kB': `GET / HTTP/1.1\r\n${host}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    'two lengths': `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`,
    'a length below zero': `${post}Content-Length: -1\r\n\r\n`,
    'a length and chunks': `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'broken chunks': `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
    'a folded header': `GET / HTTP/1.1\r\n${host}X-A: b\r\n c: d\r\n\r\n`,
    'an expectation': `${post}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`,
  }
  for (const [what, bytes] of Object.entries(oddities)) {
    const answer = await raw(bytes)
    expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer), `${what}: ${answer.slice(0, 200)}`).toBe(true)
    if (answer) expect(answer.toLowerCase(), what).toContain('x-content-type-options: nosniff')
  }
  const absolute = (to: string, headers: string) => raw(`GET ${to}/login HTTP/1.1\r\n${headers}\r\n`)
  expect(await absolute(url, host)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await absolute('HTTP://LOCALHOST:80', 'Host: localhost\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  const doubtful = [
    await absolute('', `${host}Host: evil.example\r\n`),
    await absolute('', host + host),
    await absolute('http://evil.example', host),
    await absolute(url, `${host.trim()}1\r\n`),
    await absolute('http://', host),
  ]
  for (const answer of doubtful) expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nconnection: close\r\n/i)
  expect(await raw(`GET /seller/products?x=\u00e9\u00ff HTTP/1.1\r\n${host}\r\n`)).toMatch(/^HTTP\/1\.1 (302|400) /)
  expect(await raw(`CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`)).not.toMatch(/^HTTP\/1\.1 (2|5)/)
  expect(await raw(`OPTIONS * HTTP/1.1\r\n${host}\r\n`)).toMatch(/^HTTP\/1\.1 4/)
})

test('an address cannot inject headers into an answer', async () => {
  const { headers } = await ask('/seller/products?a=%0d%0aSet-Cookie:%20x=1')
  expect(headers.get('location')).toBe('/login?return=%2Fseller%2Fproducts%3Fa%3D%250d%250aSet-Cookie%3A%2520x%3D1')
  expect(headers.getSetCookie()).toEqual([])
})

test('the Host header has no effect', async () => {
  const answer = await raw('GET /seller/products HTTP/1.1\r\nHost: evil.example\r\n\r\n')
  expect(answer).toMatch(/\r\nlocation: \/login\?return=/i)
  expect(answer).not.toContain('evil.example')
})

test('a network address has so many connections at once and no more, unless it is a trusted proxy', async () => {
  const server = await openTestServer(app)
  const behindProxy = await openTestServer(app, { trustProxy: ['127.0.0.0/8'] })
  const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  // Each waits for an answer: a client counts itself as connected before the server has accepted it.
  const dial = async ({ url }: typeof server) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(request)
    await once(socket, 'data')
    return socket
  }
  const open: Socket[] = []
  for (const to of [server, behindProxy])
    for (let at = 0; at < limits.connection.perNetwork; at += 100)
      open.push(...(await Promise.all(Array.from({ length: 100 }, () => dial(to)))))
  const errorLog = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (let further = 0; further < 3; further++) expect(await raw(request, server.url)).toMatch(/^HTTP\/1\.1 429 /)
  expect(errorLog.mock.calls).toEqual([[expect.stringMatching(/^127\.0\.0\.1 has 1000 open connections.*TRUST_PROXY/)]])
  expect((await behindProxy.ask('/healthz')).status).toBe(200)
  open[0]?.destroy()
  await expect.poll(() => raw(request, server.url)).toMatch(/^HTTP\/1\.1 200 /)
  for (const socket of open) socket.destroy()
})

test('a client that hangs up half-way leaves nothing behind', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`POST /rpc/users/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"json"`)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.destroy()
  expect((await ask('/healthz')).status).toBe(200)
})
