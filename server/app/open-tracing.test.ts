import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openTracing } from '#server/app/open-tracing.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { isTraced, statementName } from '#server/platform/tracer.ts'
import { listen } from '#server/testing/listen.ts'
import { pendingProduct } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; status: { code: number; message?: string } }
type Sent = { resourceSpans: { resource: { attributes: unknown }; scopeSpans: { spans: Span[] }[] }[] }

const testApp = await openTestApp()
const { app, admin } = testApp
const { call, ask } = await openTestServer(app)
const lines: string[] = []
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }

/** A receiver of OTLP/HTTP that keeps what it gets. */
async function openReceiver() {
  const sent: Sent[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') sent.push((await json(request)) as Sent)
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
  const { url: endpoint } = await listen(server)
  const spans = () => sent.flatMap(({ resourceSpans }) => resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)))
  return { endpoint, sent, spans }
}

test('an operator gets a span of each call with its statements below it, and of passes; none has an id, a value or an address', async () => {
  const { id } = await pendingProduct(testApp, {})
  const receiver = await openReceiver()
  const tracing = await openTracing({ endpoint: receiver.endpoint, service: 'shop back office' }, log)
  const loop = openLoop('Counting sheep', () => app.sql`select from settings`, { log })
  onTestFinished(loop.close)
  loop.ask()
  expect((await call('products.approve', { id, status: 'pending', version: 1 }, admin)).status).toBe(200)
  expect((await call('products.get', { id }, admin)).status).toBe(200)
  await app.sql`alter table files rename to gone`
  expect((await ask(`/files/products/${id}/0_lamp.png?token=secret`)).status).toBe(500)
  await app.sql`alter table gone rename to files`
  await tracing.close()

  const spans = receiver.spans()
  const of = (name: string) => spans.find((span) => span.name === name)
  const below = (name: string) =>
    spans.filter(({ parentSpanId }) => parentSpanId && parentSpanId === of(name)?.spanId).map((span) => span.name)
  expect(below('products.approve')).toContain('update products')
  expect(below('products.get')).toContain('select products')
  expect(below('Counting sheep')).toEqual(['select settings'])
  expect(of('Counting sheep')).not.toHaveProperty('parentSpanId')
  expect(spans.find(({ name }) => name.startsWith('GET /files/'))).toMatchObject({ status: { code: 2, message: '500' } })
  const text = JSON.stringify(receiver.sent)
  expect(text).toContain('shop back office')
  for (const hidden of [id, admin.id, admin.email, admin.sessionToken, 'secret', 'Brass lamp']) expect(text).not.toContain(hidden)
})

test('without a receiver calls are answered as before, and the log says once that traces cannot be sent', async () => {
  lines.length = 0
  const tracing = await openTracing({ endpoint: 'http://127.0.0.1:1', service: 'backstall' }, log)
  expect((await call('users.me', undefined, admin)).status).toBe(200)
  await tracing.close()
  // On a machine that stalls the exporter gives up before it is refused.
  expect(lines).toEqual([expect.stringMatching(/^Sending traces fails: .*(ECONNREFUSED|not available)/)])
})

test('traces are off unless they are opened, and after they are closed', async () => {
  expect(isTraced()).toBe(false)
  expect((await call('users.me', undefined, admin)).status).toBe(200)
})

test.each([
  ['select id from "products" where id = $1', 'select products'],
  ['insert into outgoing_mails (id) values ($1) on conflict do update set id = $2', 'insert outgoing_mails'],
  ['with x as (select from users for update), y as (update products set a = 1 returning *) select from y', 'update products'],
  ['delete from feed where position = $1', 'delete feed'],
  ["select pg_notify($1, 'secret')", 'select'],
])('the name of the statement %j is %j', (text, name) => {
  expect(statementName(text)).toBe(name)
})
