import { get } from 'node:http'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { users } from '#server/platform/database/tables/users.ts'
import { hint, type NewEvent, record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { listenTo, type PollAnswer, pollAt } from '#server/testing/live-stream.ts'
import type { Person } from '#server/testing/people.ts'
import { stopwatch } from '#server/testing/stopwatch.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { cookieOf, openTestServer, type TestServer } from '#server/testing/test-server.ts'

let testApp: TestApp
let server: TestServer
beforeEach(async () => {
  testApp = await openTestApp()
  server = await openTestServer(testApp.app)
})

const waiting = (count: number) => vi.waitFor(() => expect(testApp.app.feed.live.count()).toBe(count), { timeout: 50_000, interval: 5 })
const at = (number: number) => `${testApp.app.config.epoch}:${number}`
const poll = (person: Person | null, query: Record<string, string> = {}) => pollAt(server, person, query)
/** The first answer that says something new. Asks again, as a browser does, if a poll waits in vain: the machine may stall for that long. */
async function news(person: Person, position: string): Promise<PollAnswer> {
  for (;;) {
    const answer = await poll(person, { position })
    const [first, ...others] = answer.frames
    if (first?.event !== 'beat' || first.data.position !== position || others.length > 0) return answer
  }
}
const hints = ({ frames }: PollAnswer) => frames.filter(({ event }) => event === 'hint').map(({ data }) => `${data.kind} ${data.id}`)
const framesIn = ({ frames }: PollAnswer) => frames.map(({ event, data }) => `${event} ${data.position ?? data.reason}`)

/** Records an event and waits until it is published to every listener of this node. */
async function happen(kind: NewEvent['kind'], itemId: string, about: Partial<NewEvent> = {}) {
  const ownerId = testApp.seller.id
  const heard = new Promise<void>((resolve) => {
    const stop = testApp.app.feed.onHint((one) => {
      if (one.itemId !== itemId) return
      stop()
      setImmediate(resolve)
    })
  })
  await testApp.app.db.transaction((tx) => record(tx, { kind, itemId, ownerId, actorId: ownerId, ...about }))
  testApp.app.feed.wake()
  await heard
}

describe('a poll', () => {
  test('without a position is answered at once with the current one, as text that is not cached', async () => {
    await happen('product.edit', 'before')
    const answer = await poll(testApp.seller)
    expect(framesIn(answer)).toEqual([`hello ${at(1)}`, `beat ${at(1)}`])
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(testApp.app.feed.live.count()).toBe(0)
  })

  test('waits, and answers those who may hear as soon as something happens, without its content', async () => {
    const sela = news(testApp.seller, at(0))
    const ada = news(testApp.admin, at(0))
    const rivka = news(testApp.rival, at(0))
    await waiting(3)
    await happen('product.edit', 'lamp', { title: 'Lamp of gold', fields: ['price'], before: { price: 1 } })
    for (const answer of [await sela, await ada]) {
      expect(answer.frames).toEqual([
        { event: 'hint', id: at(1), data: { position: at(1), kind: 'product.edit', id: 'lamp' } },
        { event: 'beat', id: at(1), data: { position: at(1) } },
      ])
      expect(answer.text).not.toMatch(/gold|price/)
    }
    await waiting(1)
    await happen('settings.edit', 'settings', { ownerId: null })
    // The rival kept waiting, and gets only later hints.
    expect(framesIn(await rivka)).toEqual([`hint ${at(2)}`, `beat ${at(2)}`])
    expect((await rivka).text).not.toContain('lamp')
  })

  test('is answered at once with what it missed, once and in order', async () => {
    for (const item of ['one', 'two']) await happen('product.edit', item)
    await happen('product.create', 'hidden')
    const answer = await poll(testApp.admin, { position: at(1) })
    expect(hints(answer)).toEqual(['product.edit two'])
    expect(framesIn(answer).at(-1)).toBe(`beat ${at(3)}`)
    const next = news(testApp.admin, at(3))
    await waiting(1)
    await happen('product.edit', 'three')
    expect(hints(await next)).toEqual(['product.edit three'])
  })

  test('that hears nothing is answered at the end of its wait, and not before', async () => {
    await happen('product.edit', 'lamp')
    const before = performance.now()
    const answer = await poll(testApp.rival, { position: at(0), wait: '5' })
    expect(performance.now() - before).toBeGreaterThan(4_990)
    expect(framesIn(answer)).toEqual([`beat ${at(1)}`])
    expect(testApp.app.feed.live.count()).toBe(0)
  })

  test.each(['4', '31', '0', '-5', '5.5', '1e1', '0x10', '', ' 10', 'soon', '999999999999'])('cannot wait %j seconds', async (wait) => {
    const answer = await poll(testApp.seller, { position: at(0), wait })
    expect([answer.status, answer.json]).toEqual([
      400,
      { code: 'invalid-argument', field: 'wait', error: 'Wait between 5 and 30 seconds.' },
    ])
    expect(testApp.app.feed.live.count()).toBe(0)
  })

  test.each(['another:1', 'nonsense', 'ahead', ''])(
    'from the position %j, which is none of this history, starts afresh',
    async (position) => {
      await happen('product.edit', 'lamp')
      const answer = await poll(testApp.admin, { position: position === 'ahead' ? at(999_999) : position })
      expect(framesIn(answer)).toEqual([`reset ${at(1)}`, `beat ${at(1)}`])
    },
  )

  test('from a position that was deleted starts afresh', async () => {
    const last = limits.feed.recentMax + 3
    await testApp.app.sql`insert into feed_waiting (kind, item_id) select 'product.edit', 'x' from generate_series(1, ${last})`
    testApp.app.feed.wake()
    await vi.waitFor(() => expect(testApp.app.feed.live.position()).toBe(at(last)), { timeout: 50_000, interval: 5 })
    await testApp.app.sql`delete from feed where position <= 2`
    expect(framesIn(await poll(testApp.admin, { position: at(1) }))).toEqual([`reset ${at(last)}`, `beat ${at(last)}`])
    expect(hints(await poll(testApp.admin, { position: at(2) }))).toHaveLength(last - 2)
  })

  test('that waits is answered when the history is taken back', async () => {
    for (const item of ['one', 'two', 'three']) await happen('product.edit', item)
    const answer = news(testApp.admin, at(3))
    await waiting(1)
    await testApp.app.sql`with gone as (delete from feed where position > 2) update feed_head set position = 2`
    expect(framesIn(await answer)).toEqual([`reset ${at(2)}`, `beat ${at(2)}`])
  })

  test('on a node that cannot know what happened gets 503 instead of an empty answer', async () => {
    const { sql } = testApp.app
    const { promise: blind, resolve: seeAgain } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lockedNow } = Promise.withResolvers<void>()
    const lock = sql.begin(async (tx) => {
      await tx`lock table feed_waiting in access exclusive mode`
      lockedNow()
      await blind
    })
    await locked
    const answer = await poll(testApp.seller, { position: at(0), wait: '7' })
    seeAgain()
    await lock
    expect([answer.status, answer.json?.code]).toEqual([503, 'unavailable'])
  })
})

describe('a person who polls', () => {
  test('is refused if not signed in, and takes no HEAD', async () => {
    // Visitors do not even learn what is wrong with their query.
    expect(await poll(null, { wait: '1' })).toMatchObject({ status: 401, json: { code: 'not-signed-in' } })
    expect((await server.ask('/api/live/poll', { as: testApp.seller, method: 'HEAD' })).status).toBeGreaterThanOrEqual(404)
    expect(testApp.app.feed.live.count()).toBe(0)
  })

  test('counts as one of their twenty windows until they go away', async () => {
    const cookie = cookieOf(testApp.app, testApp.seller)
    const address = `${server.url}/api/live/poll?position=${encodeURIComponent(at(0))}`
    const polls = Array.from({ length: limits.live.streamsPerPerson }, () =>
      get(address, { headers: { cookie }, agent: false }).on('error', () => {}),
    )
    await waiting(limits.live.streamsPerPerson)
    expect(await poll(testApp.seller)).toMatchObject({ status: 429, json: { code: 'too-many-streams' } })
    expect(await server.ask('/api/live', { as: testApp.seller })).toMatchObject({ status: 429, json: { code: 'too-many-streams' } })
    expect((await poll(testApp.rival)).status).toBe(200)
    polls[0]?.destroy()
    await waiting(limits.live.streamsPerPerson - 1)
    expect((await poll(testApp.seller)).status).toBe(200)
    for (const one of polls) one.destroy()
    await waiting(0)
  })

  test.each([
    ['is suspended', 'suspended', () => testApp.app.sql`update users set status = 'suspended' where id = ${testApp.seller.id}`],
    ['is signed out', 'signed-out', () => testApp.app.sql`delete from sessions where id = ${testApp.seller.sessionId}`],
  ])('and %s during a wait gets the answer within a second', async (_, reason, change) => {
    const answer = news(testApp.seller, at(0))
    await waiting(1)
    await change()
    const passed = stopwatch()
    expect(framesIn(await answer)).toEqual([`end ${reason}`])
    expect(passed()).toBeLessThan(1_000)
    // The node may still have the session in its cache for a moment (decision 9); either way, a new poll hears nothing.
    const again = await poll(testApp.seller, { position: at(0) })
    expect([[], [`end ${reason}`]]).toContainEqual(framesIn(again))
  })

  test('and has another role now comes back in the new role', async () => {
    const { app, admin } = testApp
    const answer = news(admin, at(0))
    await waiting(1)
    await app.db.transaction(async (tx) => {
      await tx.update(users).set({ role: 'seller' }).where(eq(users.id, admin.id))
      await hint(tx, 'session.change', admin.sessionId, admin.id)
    })
    app.feed.wake()
    expect(framesIn(await answer)).toEqual([`beat ${at(1)}`])
    const again = news(admin, at(1))
    await waiting(1)
    await happen('product.edit', 'lamp')
    await happen('settings.edit', 'settings', { ownerId: null })
    expect(hints(await again)).toEqual(['settings.edit settings'])
  })
})

test('a server that stops answers the waiting polls and does not wait for the next ones', async () => {
  await happen('product.edit', 'lamp')
  const answer = poll(testApp.admin, { position: at(1) })
  await waiting(1)
  const passed = stopwatch()
  await server.close()
  expect(passed()).toBeLessThan(2_000)
  expect(framesIn(await answer)).toEqual([`beat ${at(1)}`])
  expect((await answer).headers.get('connection')).toBe('close')
})

test('a client that changes between polls and streams at random while 12 people write hears everything once, in order', async () => {
  const total = 12 * 20
  let writing = true
  const numberOf = (position: string | undefined) => Number(position?.split(':')[1])

  async function byPoll(position: string) {
    const { frames } = await poll(testApp.admin, { position, wait: '5' })
    return frames
  }
  async function byStream(position: string, enough: number) {
    const listener = await listenTo(server.url, { cookie: cookieOf(testApp.app, testApp.admin) }, position)
    await vi.waitFor(() => expect(listener.frames.length >= enough || (!writing && numberOf(listener.position()) >= total)).toBe(true), {
      timeout: 50_000,
      interval: 5,
    })
    listener.hangUp()
    return listener.frames
  }
  async function comeAndGo(seed: number): Promise<number[]> {
    const mine: number[] = []
    let position = at(0)
    for (let turn = seed; mine.length < total; turn += 1) {
      const frames = turn % 2 === 0 ? await byPoll(position) : await byStream(position, 3 + ((turn * 7919) % 20))
      mine.push(...frames.filter(({ event }) => event === 'hint').map(({ data }) => numberOf(data.position)))
      position = frames.findLast(({ data }) => data.position)?.data.position ?? position
      expect(frames.map(({ event }) => event)).not.toContain('reset')
    }
    return mine
  }
  const listeners = [0, 1, 2, 3].map(comeAndGo)
  const writers = Array.from({ length: 12 }, async (_, writer) => {
    for (let turn = 0; turn < 20; turn += 1) {
      await testApp.app.db.transaction((tx) =>
        record(tx, { kind: 'product.edit', itemId: `${writer}-${turn}`, ownerId: testApp.seller.id, actorId: testApp.seller.id }),
      )
      testApp.app.feed.wake()
    }
  })
  await Promise.all(writers)
  writing = false
  const everything = Array.from({ length: total }, (_, number) => number + 1)
  for (const mine of await Promise.all(listeners)) expect(mine).toEqual(everything)
})
