import { connect as connectSocket } from 'node:net'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openFeed } from '#server/app/open-feed.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { sessions } from '#server/platform/database/tables/sign-in.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { hint, type NewEvent, record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type Listener, listenTo } from '#server/testing/live-stream.ts'
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

const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 50_000, interval: 5 })
const counted = (length: number) => Array.from({ length }, (_, at) => at + 1)

/** Opens a stream and waits for its `hello`. */
async function listen(person: Person, position?: string, headers = {}): Promise<Listener> {
  const listener = await listenTo(server.url, { cookie: cookieOf(testApp.app, person), ...headers }, position)
  await until(() => expect(listener.frames[0]?.event).toBe('hello'))
  return listener
}

async function happen(kind: NewEvent['kind'], itemId: string, about: Partial<NewEvent> = {}) {
  const ownerId = testApp.seller.id
  await testApp.app.db.transaction((tx) => record(tx, { kind, itemId, ownerId, actorId: ownerId, ...about }))
  testApp.app.feed.wake()
}

const hints = ({ frames }: Listener) => frames.filter(({ event }) => event === 'hint').map(({ data }) => `${data.kind} ${data.id}`)
/** The events in order; heartbeats in a row, whose number depends on the time, as one. */
const events = ({ frames }: Listener) =>
  frames.map(({ event }) => event).filter((event, at, all) => event !== 'beat' || all[at - 1] !== 'beat')
/** The last frame that is no heartbeat: one may follow at any time. */
const newest = ({ frames }: Listener) => frames.findLast(({ event }) => event !== 'beat')
const numberOf = (position: string | undefined) => Number(position?.split(':')[1])

describe('a live stream', () => {
  test('of an admin ends when second factors become required, and a stream reopened without one hears only of what is theirs', async () => {
    const { admin, secondAdmin, seller, app } = testApp
    await app.sql`insert into second_factors (user_id, secret, confirmed_at) values (${admin.id}, 'x', now())`
    const bert = await listen(secondAdmin)
    const sela = await listen(seller)
    await testApp.caller(admin).settings.edit({ change: { adminsNeedSecondFactor: true } })
    await bert.ended
    expect(events(bert)).not.toContain('end')
    // For at most a second the cached session is still used: the admin may come back with it and is ended again.
    const listed = async () => (await server.call('users/list', {}, secondAdmin)).status
    await until(async () => expect(await listed()).toBe(403))
    const back = await listen(secondAdmin)
    await happen('product.submit', 'lamp')
    await happen('settings.edit', 'settings', { ownerId: null })
    await until(() => expect(hints(back)).toContain('settings.edit settings'))
    expect(hints(back)).not.toContain('product.submit lamp')
    await until(() => expect(hints(sela)).toContain('product.submit lamp'))
    await app.sql`insert into second_factors (user_id, secret, confirmed_at) values (${secondAdmin.id}, 'x', now())`
    await back.ended
    await until(async () => expect(await listed()).toBe(200))
    const again = await listen(secondAdmin)
    await happen('product.submit', 'chair')
    await until(() => expect(hints(again)).toContain('product.submit chair'))
  })

  test('sends hints at once, to those who may hear, without the content', async () => {
    const { seller, rival, admin } = testApp
    const sela = await listen(seller)
    const rivka = await listen(rival)
    const ada = await listen(admin)
    await happen('product.edit', 'lamp', { title: 'Lamp of gold', fields: ['price'], before: { price: 1 } })
    await until(() => expect(hints(ada)).toEqual(['product.edit lamp']))
    await until(() => expect(hints(sela)).toEqual(['product.edit lamp']))
    const hint = ada.frames.find(({ event }) => event === 'hint')
    expect(hint?.data).toEqual({ position: expect.any(String), kind: 'product.edit', id: 'lamp' })
    expect(hint?.id).toBe(hint?.data.position)
    expect(sela.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    // A later hint that the rival hears: a former one would have arrived before it.
    await happen('settings.edit', 'settings', { ownerId: null })
    await until(() => expect(hints(rivka)).toEqual(['settings.edit settings']))
    expect(JSON.stringify([sela.frames, rivka.frames, ada.frames])).not.toMatch(/gold|price/)
  })

  test('hides a product that is being created from admins, and a bell from all but its owner', async () => {
    const { seller, secondAdmin, admin } = testApp
    const sela = await listen(seller)
    const ada = await listen(admin)
    const bert = await listen(secondAdmin)
    await happen('product.create', 'lamp')
    await happen('product.submit', 'lamp')
    await until(() => expect(hints(ada)).toEqual(['product.submit lamp', `notification.change ${admin.id}`]))
    await until(() => expect(hints(bert)).toEqual(['product.submit lamp', `notification.change ${secondAdmin.id}`]))
    expect(hints(sela)).toEqual(['product.create lamp', 'product.submit lamp'])
  })

  test('is refused to the twenty-first window of a person', async () => {
    expect((await server.ask('/api/live', { as: testApp.seller, method: 'HEAD' })).status).toBeGreaterThanOrEqual(404)
    expect(testApp.app.feed.live.count()).toBe(0)
    const windows = await Promise.all(counted(limits.live.streamsPerPerson).map(() => listen(testApp.seller)))
    const oneMore = await server.ask('/api/live', { as: testApp.seller })
    expect(oneMore).toMatchObject({ status: 429, json: { code: 'too-many-streams' } })
    expect(oneMore.headers.get('retry-after')).toBe('30')
    await listen(testApp.rival)
    windows[0]?.hangUp()
    await until(async () => {
      const again = await listenTo(server.url, { cookie: cookieOf(testApp.app, testApp.seller) })
      expect(again.status).toBe(200)
    })
  })

  test('sends its position periodically, so that a dead stream is noticed', async () => {
    const ada = await listen(testApp.admin)
    await happen('product.edit', 'lamp')
    await until(() => expect(hints(ada)).toHaveLength(1))
    const { position } = ada.frames.at(-1)?.data ?? {}
    await until(() => expect(ada.frames.at(-1)).toMatchObject({ event: 'beat', data: { position } }))
  })

  test('drops a client that does not read', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connectSocket(Number(port), hostname)
    socket.write(`GET /api/live HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookieOf(testApp.app, testApp.admin)}\r\n\r\n`)
    await until(() => expect(testApp.app.feed.live.count()).toBe(1))
    socket.pause()
    await testApp.app.sql`insert into feed_waiting (kind, item_id) select 'product.edit', repeat('x', 1000) from generate_series(1, 20000)`
    testApp.app.feed.wake()
    await until(() => expect(testApp.app.feed.live.count()).toBe(0))
    socket.destroy()
  })

  test('ends when the server stops, and the server does not wait for it', async () => {
    const ada = await listen(testApp.admin)
    await server.close()
    await ada.ended
    expect(events(ada)).not.toContain('end')
    expect(testApp.app.feed.live.count()).toBe(0)
  })
})

describe('a resumed stream', () => {
  test('hears what it missed, once and in order, and then what happens now', async () => {
    const first = await listen(testApp.admin)
    await happen('product.edit', 'before')
    await until(() => expect(hints(first)).toHaveLength(1))
    const position = first.position()
    first.hangUp()
    for (const item of counted(5)) await happen('product.edit', `missed-${item}`)
    await happen('product.create', 'hidden')
    const again = await listen(testApp.admin, position)
    await happen('product.edit', 'now')
    const expected = [...counted(5).map((item) => `product.edit missed-${item}`), 'product.edit now']
    await until(() => expect(hints(again)).toEqual(expected))
    expect(again.frames[0]?.data).toEqual({ position })
    expect(events(again)).not.toContain('reset')
    const byHeader = await listen(testApp.admin, 'of long ago', { 'last-event-id': position })
    await until(() => expect(hints(byHeader)).toEqual(expected))
    const rivals = await listen(testApp.rival, position)
    await happen('settings.edit', 'settings', { ownerId: null })
    await until(() => expect(hints(rivals)).toEqual(['settings.edit settings']))
  })

  test('of a chat gets every message with its words once, whether connected or resuming, and none that it had before', async () => {
    const { seller, caller } = testApp
    const words = ({ frames }: Listener) =>
      frames.flatMap(({ data }) => (data.message ? [(data.message as unknown as { text: string }).text] : []))
    const chats = caller(seller).chats
    const { id } = await chats.open({})
    const first = await listen(seller)
    const start = first.position()
    for (const text of ['One', 'Two', 'Three']) await chats.send({ id, clientId: newId(), text })
    await until(() => expect(words(first)).toEqual(['One', 'Two', 'Three']))
    const again = await listen(seller, start)
    await until(() => expect(words(again)).toEqual(['One', 'Two', 'Three']))
    const late = await listen(seller, first.position())
    // This hint arrives after all messages that were missed.
    await happen('product.edit', 'lamp')
    for (const one of [first, again, late]) await until(() => expect(hints(one)).toContain('product.edit lamp'))
    expect([first, again, late].map(words)).toEqual([['One', 'Two', 'Three'], ['One', 'Two', 'Three'], []])
  })

  test.each([
    ['of another history', () => 'another:1'],
    ['that is none', () => 'nonsense'],
    ['ahead of everything', (epoch: string) => `${epoch}:999999`],
    ['with a number that is none', (epoch: string) => `${epoch}:-1`],
  ])('from a position %s starts afresh', async (_, positionOf) => {
    await happen('product.edit', 'lamp')
    const first = await listen(testApp.admin)
    await until(() => expect(numberOf(first.position())).toBe(1))
    const again = await listen(testApp.admin, positionOf(testApp.app.config.epoch))
    await until(() => expect(events(again)).toEqual(['hello', 'reset', 'beat']))
    expect(again.frames[1]?.data).toEqual({ position: `${testApp.app.config.epoch}:1` })
    await happen('product.edit', 'chair')
    await until(() => expect(hints(again)).toEqual(['product.edit chair']))
  })

  test('hears the last hints from memory, on a node that has just started too, but messages as they are now', async () => {
    const { app, seller, rival, caller } = testApp
    const chats = caller(seller).chats
    const { id } = await chats.open({})
    const first = await listen(seller)
    const start = first.position()
    await chats.send({ id, clientId: newId(), text: 'My secret' })
    await happen('settings.edit', 'settings', { ownerId: null })
    await until(() => expect(hints(first)).toEqual([`chat.message ${id}`, 'settings.edit settings']))
    await app.sql`delete from chat_texts`
    const again = await listen(seller, start)
    await until(() => expect(hints(again)).toEqual(hints(first)))
    expect(again.frames[1]?.data.message).toMatchObject({ text: '', erased: true })

    const feed = await openFeed({ ...app, consumers: [] })
    onTestFinished(feed.close)
    const restarted = await openTestServer({ ...app, feed })
    await app.sql`delete from feed`
    for (const url of [server.url, restarted.url]) {
      const rivka = await listenTo(url, { cookie: cookieOf(app, rival) }, start)
      await until(() => expect(events(rivka)).toEqual(['hello', 'hint', 'beat']))
      expect(hints(rivka)).toEqual(['settings.edit settings'])
      const sela = await listenTo(url, { cookie: cookieOf(app, seller) }, start)
      await until(() => expect(events(sela)).toEqual(['hello', 'reset', 'beat']))
      expect(JSON.stringify(sela.frames)).not.toContain('secret')
    }
  })

  test('from a position that is deleted or too far behind starts afresh', async () => {
    const { epoch } = testApp.app.config
    const first = await listen(testApp.admin)
    await testApp.app
      .sql`insert into feed_waiting (kind, item_id) select 'product.edit', 'x' from generate_series(1, ${limits.live.replayMax + 6})`
    testApp.app.feed.wake()
    await until(() => expect(numberOf(first.position())).toBe(limits.live.replayMax + 6))
    const far = await listen(testApp.admin, `${epoch}:5`)
    const near = await listen(testApp.admin, `${epoch}:6`)
    await until(() => expect(hints(near)).toHaveLength(limits.live.replayMax))
    await until(() => expect(events(far)).toEqual(['hello', 'reset', 'beat']))
    await testApp.app.sql`delete from feed where position <= 8`
    const tooOld = await listen(testApp.admin, `${epoch}:7`)
    const oldest = await listen(testApp.admin, `${epoch}:8`)
    await until(() => expect(events(tooOld)).toEqual(['hello', 'reset', 'beat']))
    await until(() => expect(hints(oldest)).toHaveLength(limits.live.replayMax - 2))
    expect(events(oldest)).not.toContain('reset')
  })
})

test('a stream starts afresh and goes on when the history is taken back, as by a restored database', async () => {
  const { epoch } = testApp.app.config
  const ada = await listen(testApp.admin)
  for (const item of counted(5)) await happen('product.edit', `${item}`)
  await until(() => expect(ada.position()).toBe(`${epoch}:5`))
  await testApp.app.sql`with gone as (delete from feed where position > 2) update feed_head set position = 2`
  await until(() => expect(newest(ada)).toMatchObject({ event: 'reset', data: { position: `${epoch}:2` } }))
  await happen('product.edit', 'anew')
  await until(() => expect(newest(ada)?.data).toEqual({ position: `${epoch}:3`, kind: 'product.edit', id: 'anew' }))
})

describe('a stream ends within a second', () => {
  const within = async (change: Promise<unknown>, listener: Listener) => {
    await change
    const passed = stopwatch()
    await listener.ended
    expect(passed()).toBeLessThan(1_000)
  }

  test('when its session is gone, and only then', async () => {
    const { app, seller, rival } = testApp
    const sela = await listen(seller)
    const rivka = await listen(rival)
    await within(app.sql`delete from sessions where id = ${seller.sessionId}`, sela)
    expect(sela.frames.at(-1)).toMatchObject({ event: 'end', data: { reason: 'signed-out' } })
    await happen('settings.edit', 'settings', { ownerId: null })
    await until(() => expect(hints(rivka)).toHaveLength(1))
    expect(events(rivka)).not.toContain('end')
  })

  test('when its session has expired, with a reason other than that of a sign-out', async () => {
    const { app, seller } = testApp
    const sela = await listen(seller)
    await within(app.sql`update sessions set expires_at = now() where id = ${seller.sessionId}`, sela)
    expect(sela.frames.at(-1)).toMatchObject({ event: 'end', data: { reason: 'expired' } })
  })

  test('when the person is suspended', async () => {
    const { app, seller } = testApp
    const sela = await listen(seller)
    await within(app.sql`update users set status = 'suspended' where id = ${seller.id}`, sela)
    expect(sela.frames.at(-1)).toMatchObject({ event: 'end', data: { reason: 'suspended' } })
  })

  test('when the person signs out, at once', async () => {
    const { app, admin } = testApp
    const ada = await listen(admin)
    await app.db.transaction(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.id, admin.sessionId))
      await hint(tx, 'session.change', admin.sessionId, admin.id)
    })
    app.feed.wake()
    await ada.ended
    expect(ada.frames.at(-1)).toMatchObject({ event: 'end', data: { reason: 'signed-out' } })
    expect(hints(ada)).toEqual([])
  })

  test('when the person has another role, and comes back in the new role', async () => {
    const { app, admin } = testApp
    const ada = await listen(admin)
    await app.db.transaction(async (tx) => {
      await tx.update(users).set({ role: 'seller' }).where(eq(users.id, admin.id))
      await hint(tx, 'session.change', admin.sessionId, admin.id)
    })
    app.feed.wake()
    await ada.ended
    expect(events(ada)).not.toContain('end')
    const again = await listen(admin, ada.position())
    await happen('product.edit', 'lamp')
    await happen('settings.edit', 'settings', { ownerId: null })
    await until(() => expect(hints(again)).toEqual(['settings.edit settings']))
  })
})

test('listeners that come and go at random while 24 people write hear everything once, in order', async () => {
  const { app } = testApp
  const total = 24 * 25
  const heard: number[][] = []
  let writing = true

  async function comeAndGo(seed: number) {
    const mine: number[] = []
    heard.push(mine)
    let position = `${app.config.epoch}:0`
    for (let turn = seed; mine.length < total; turn += 1) {
      const listener = await listen(testApp.admin, position)
      const enough = writing ? 1 + ((turn * 7919) % 40) : total
      await until(() => expect(mine.length + hints(listener).length >= Math.min(total, mine.length + enough) || !writing).toBe(true))
      if (!writing) await until(() => expect(numberOf(listener.position())).toBeGreaterThanOrEqual(total))
      listener.hangUp()
      mine.push(...listener.frames.filter(({ event }) => event === 'hint').map(({ data }) => numberOf(data.position)))
      position = listener.position()
      expect(events(listener)).not.toContain('reset')
    }
  }
  const listeners = counted(8).map(comeAndGo)
  const writers = counted(24).map(async (writer) => {
    for (const turn of counted(25)) await happen('product.edit', `${writer}-${turn}`)
  })
  await Promise.all(writers)
  writing = false
  await Promise.all(listeners)
  for (const mine of heard) expect(mine).toEqual(counted(total))
})
