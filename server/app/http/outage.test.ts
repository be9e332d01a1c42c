import { expect, test, vi } from 'vitest'
import { connect } from '#server/platform/database/database.ts'
import { TimeLimitError } from '#server/platform/database/time-limit.ts'
import { stopwatch } from '#server/testing/stopwatch.ts'
import { databaseOf, openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { connected, testServer } from '#server/testing/worker.ts'

const { app, seller } = await openTestApp()
const gone = connect('postgres://nobody@127.0.0.1:1/none', 2)
const { ask, call } = await openTestServer({ ...app, ...gone, identity: gone, chat: gone, notices: gone })

test('while the database is down every caller is refused at once, without details of the database', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const passed = stopwatch()
  for (let at = 0; at < 6; at++) {
    const { status, answer, text } = await call('users.me', undefined, seller)
    expect([status, answer.code, answer.message]).toEqual([503, 'unavailable', expect.stringMatching(/Try again/)])
    expect(text).not.toMatch(/nowhere|PGSQL|ECONN|ENOENT/)
  }
  const signIn = await ask('/api/auth/sign-in', { method: 'POST', json: { email: 'a@example.com', password: 'whatever it is' } })
  expect([signIn.status, signIn.json]).toMatchObject([503, { user: null, code: 'unavailable' }])
  for (const path of ['/api/live', '/api/live/poll']) expect((await ask(path, { as: seller })).status).toBe(503)
  const page = await ask('/seller/products', { as: seller })
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(passed()).toBeLessThan(6_000)
  expect(printed.mock.calls.length).toBeLessThan(8)
})

test('a node that is alive is not always ready', async () => {
  expect((await ask('/healthz')).json).toEqual({ alive: true })
  const ready = await ask('/readyz')
  expect([ready.status, ready.json]).toEqual([503, { ready: false, missing: ['database'] }])
  const well = await openTestServer(app)
  expect((await well.ask('/readyz')).json).toEqual({ ready: true, missing: [] })
  const folder = { kind: 'file', folder: '/proc/nowhere' } as const
  const full = await openTestServer(app, { storage: folder })
  expect((await full.ask('/readyz')).json).toEqual({ ready: false, missing: ['files'] })
})

test('a node whose connections all hang is not ready, and is ready again when they go on', async () => {
  const { sql, db } = connected({ ...testServer(), database: databaseOf(app) }, 1)
  const hanging = await openTestServer({ ...app, identity: { sql, db } })
  const sleeping = sql`select pg_sleep(600)`
  const cut = expect(sleeping).rejects.toMatchObject({ code: '57014' })
  const ready = await hanging.ask('/readyz')
  expect([ready.status, ready.json]).toEqual([503, { ready: false, missing: ['database'] }])
  sleeping.cancel()
  await cut
  await expect.poll(async () => (await hanging.ask('/readyz')).status).toBe(200)
})

test('a person whose call waits too long for the database learns when to try again', async () => {
  const hang = () => {
    throw new TimeLimitError()
  }
  const hanging = await openTestServer({ ...app, settings: { ...app.settings, public: hang } })
  const { status, headers, json } = await hanging.ask('/rpc/users/me', { method: 'POST' })
  expect([status, headers.get('retry-after'), json]).toMatchObject([503, '5', { json: { code: 'unavailable' } }])
})

test('an unexpected error is logged once, and the answer contains nothing of it', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = await openTestServer({
    ...app,
    settings: {
      ...app.settings,
      public: () => {
        throw new Error('secret internals')
      },
    },
  })
  const { status, answer, text } = await broken.call('users.me', undefined, null)
  expect([status, answer]).toEqual([
    500,
    { defined: false, code: 'internal', status: 500, message: expect.stringMatching(/on our side/), data: {} },
  ])
  expect(text).not.toMatch(/secret|internals|at .*\.ts/)
  expect(printed).toHaveBeenCalledTimes(1)
})
