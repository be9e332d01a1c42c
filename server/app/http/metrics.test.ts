import { expect, test } from 'vitest'
import { isStopped } from '#server/health/backlog.ts'
import { statementsGivenUp } from '#server/platform/database/batched.ts'
import { pendingProduct } from '#server/testing/listing.ts'
import { listenTo } from '#server/testing/live-stream.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer } from '#server/testing/test-server.ts'

const testApp = await openTestApp()
const { app, admin, seller } = testApp
const metricsToken = 'a token of the operator'
const authorization = `bearer ${metricsToken}`
const without = await openTestServer(app)
const { ask, call, url } = await openTestServer(app, { metricsToken })

test('without a METRICS_TOKEN there are no metrics, not even for an admin', async () => {
  const response = await without.ask('/metrics', { as: admin, headers: { authorization: 'Bearer null' } })
  expect([response.status, response.json]).toMatchObject([404, { code: 'not-found' }])
})

test('a request with the METRICS_TOKEN reads the state of every loop, any other is refused', async () => {
  for (const wrong of ['', 'Bearer', 'Bearer a token of the operators', 'a token of the operator'])
    expect((await ask('/metrics', { as: admin, headers: { authorization: wrong } })).status).toBe(401)
  const { status, headers, text } = await ask('/metrics', { headers: { authorization } })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(text).toMatch(/^backstall_loop_completed_timestamp_seconds\{loop="Sending mail"\} \d+(\.\d+)?$/m)
  expect(text).toMatch(/^backstall_loop_stalls_total\{loop="The consumer \\"sales\\""\} \d+$/m)
  expect(text).toMatch(/^backstall_loop_running\{loop="Carrying out bulk decisions"\} [01]$/m)
  // Earlier tests in this process count too.
  expect(text).toContain(`\nbackstall_statements_given_up_total ${statementsGivenUp()}\n`)
  expect(text).toMatch(/^backstall_database_pool_size\{pool="calls"\} 4$/m)
  expect(text).toMatch(/^backstall_database_pool_size\{pool="identity"\} \d+$/m)
})

test('an operator sees calls by name and status, streams, pools, queues and consumers, and no id or address of anyone', async () => {
  const { id } = await pendingProduct(testApp, {})
  await call('products.get', { id }, seller)
  await call('products.get', { id: 'none' }, seller)
  await ask(`/rpc/products/${id}`, { as: seller, method: 'POST', json: {} })
  await ask('/api/v1/products')
  await ask('/rpc/products/approve?token=secret', { method: 'POST', json: {} })
  const stream = await listenTo(url, { Cookie: cookieOf(app, seller) })
  await expect.poll(() => stream.frames.length).toBeGreaterThan(0)
  const { text } = await ask('/metrics', { headers: { authorization } })
  for (const line of [
    'backstall_calls_total{call="products.get",status="200"} 1',
    'backstall_calls_total{call="products.get",status="404"} 1',
    'backstall_calls_total{call="products.approve",status="401"} 1',
    'backstall_calls_total{call="api.products.list",status="401"} 1',
    'backstall_calls_total{call="unknown",status="404"} 1',
    'backstall_call_duration_seconds_count{call="products.get"} 2',
    'backstall_live_streams 1',
    'backstall_queue_waiting{queue="imports"} 0',
    'backstall_dispatcher_elected 1',
    'backstall_dispatcher_stopped 0',
    'backstall_database_reachable 1',
  ])
    expect(text.split('\n')).toContain(line)
  for (const name of ['database_pool_waits_total{pool="background"}', 'consumer_position{consumer="sales"}', 'dispatcher_lag_seconds'])
    expect(text).toContain(`\nbackstall_${name} `)
  for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds']) expect(text).toContain(`\n${name} `)
  for (const hidden of [id, seller.id, seller.email, 'secret']) expect(text).not.toContain(hidden)
})

test('a database that does not answer leaves the metrics of the process, and no figure of its own', async () => {
  const away = { sql: app.sql, db: app.db }
  const sql = Object.assign(() => Promise.reject(new Error('away')), { unsafe: () => '', options: app.sql.options, use: app.sql.use })
  const alone = await openTestServer({ ...app, identity: { ...away, sql: sql as unknown as typeof app.sql } }, { metricsToken })
  const { text } = await alone.ask('/metrics', { headers: { authorization } })
  expect(text).toContain('\nbackstall_database_reachable 0\n')
  expect(text).toContain('\nprocess_cpu_seconds_total ')
  expect(text).not.toMatch(/^backstall_(dispatcher|queue|consumer)_\w+(\{| {1,2}\d)/m)
})

test.each([
  ['nothing waits', { oldestSeconds: null, elected: false }, 7, false],
  ['a hint has waited for a moment', { oldestSeconds: 2, elected: false }, 7, false],
  ['hints wait long, but positions are given', { oldestSeconds: 60, elected: true }, 6, false],
  ['hints wait long, and no position is given', { oldestSeconds: 60, elected: true }, 7, true],
  ['hints wait long, and no node is the dispatcher', { oldestSeconds: 60, elected: false }, 6, true],
] as const)('if %s, the dispatcher counts as stopped or not', (_, about, before, expected) => {
  const now = { position: 7, waiting: 1, ...about }
  expect(isStopped(now, { ...now, position: before })).toBe(expected)
})
