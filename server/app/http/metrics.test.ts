import { expect, test } from 'vitest'
import { statementsGivenUp } from '#server/platform/database/batched.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, admin } = await openTestApp()

test('without a METRICS_TOKEN there are no metrics, not even for an admin', async () => {
  const { ask } = await openTestServer(app)
  const response = await ask('/metrics', { as: admin, headers: { authorization: 'Bearer null' } })
  expect([response.status, response.json]).toMatchObject([404, { code: 'not-found' }])
})

test('a request with the METRICS_TOKEN reads the state of every loop, any other is refused', async () => {
  const { ask } = await openTestServer(app, { metricsToken: 'a token of the operator' })
  for (const authorization of ['', 'Bearer', 'Bearer a token of the operators', 'a token of the operator'])
    expect((await ask('/metrics', { as: admin, headers: { authorization } })).status).toBe(401)
  const { status, headers, text } = await ask('/metrics', { headers: { authorization: 'bearer a token of the operator' } })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(text).toMatch(/^backstall_loop_completed_timestamp_seconds\{loop="Sending mail"\} \d+(\.\d+)?$/m)
  expect(text).toMatch(/^backstall_loop_stalls_total\{loop="The consumer \\"sales\\""\} 0$/m)
  expect(text).toMatch(/^backstall_loop_running\{loop="Carrying out bulk decisions"\} [01]$/m)
  // Earlier tests in this process count too.
  expect(text).toContain(`\nbackstall_statements_given_up_total ${statementsGivenUp()}\n`)
  expect(text).toMatch(/^backstall_database_pool_size\{pool="calls"\} 10$/m)
  expect(text).toMatch(/^backstall_database_pool_size\{pool="identity"\} \d+$/m)
})
