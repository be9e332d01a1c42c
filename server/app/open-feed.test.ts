import { describe, expect, test, vi } from 'vitest'
import { openFeed } from '#server/app/open-feed.ts'
import { locks } from '#server/platform/database/locks.ts'
import { counters } from '#server/platform/database/tables/counters.ts'
import type { Consumer } from '#server/platform/events/consumers.ts'
import { dispatch } from '#server/platform/events/dispatch.ts'
import type { Feed, FeedHint } from '#server/platform/events/feed.ts'
import { record } from '#server/platform/events/record.ts'
import { trimFeed } from '#server/platform/events/trim.ts'
import { anotherNode } from '#server/testing/another-node.ts'
import { openTestApp, quiet, type TestApp } from '#server/testing/test-app.ts'

function hintsOf(feed: Feed): FeedHint[] {
  const heard: FeedHint[] = []
  feed.onHint((hint) => heard.push(hint))
  return heard
}

const happen = ({ app }: TestApp, itemId: string) =>
  app.db.transaction((tx) => record(tx, { kind: 'product.edit', itemId, ownerId: 'somebody', actorId: null }))

const leaders = ({ app }: TestApp) =>
  app.sql<{ pid: number }[]>`select pid from pg_locks where locktype = 'advisory' and objid = (${locks.dispatcher} & 4294967295) and granted
    and database = (select oid from pg_database where datname = current_database())`

/** Waits until this holds or the test runs out of time, instead of a fixed time. */
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 50_000, interval: 10 })

const numbers = (heard: readonly FeedHint[]) => heard.map(({ position }) => position)
const counted = (length: number) => Array.from({ length }, (_, at) => at + 1)

describe('a hint', () => {
  test('reaches every node once, in the order of positions without a gap, however many transactions write at once', async () => {
    const testApp = await openTestApp()
    const other = await anotherNode(testApp)
    const polling = await anotherNode(testApp, { listen: false })
    const heard = [testApp.app.feed, other.feed, polling.feed].map(hintsOf)
    const writers = counted(24).map(async (writer) => {
      for (const turn of counted(25)) {
        await testApp.app.db.transaction(async (tx) => {
          await record(tx, { kind: 'product.edit', itemId: `${writer}-${turn}`, ownerId: null, actorId: null })
          // So that transactions commit in another order than their events were numbered.
          if (turn % 3 === writer % 3) await tx.execute('select pg_sleep(0.004)')
        })
        testApp.app.feed.wake()
      }
    })
    await Promise.all(writers)
    for (const hints of heard) {
      await until(() => expect(hints).toHaveLength(600))
      expect(numbers(hints)).toEqual(counted(600))
      expect(new Set(hints.map(({ itemId }) => itemId)).size).toBe(600)
    }
    expect(await leaders(testApp)).toHaveLength(1)
  })

  test('of a change that was rolled back is never published', async () => {
    const testApp = await openTestApp()
    const heard = hintsOf(testApp.app.feed)
    const failing = testApp.app.db.transaction(async (tx) => {
      await record(tx, { kind: 'product.edit', itemId: 'never', ownerId: null, actorId: null })
      throw new Error('The change did not happen.')
    })
    await expect(failing).rejects.toThrow()
    await happen(testApp, 'after')
    testApp.app.feed.wake()
    await until(() => expect(heard.map(({ itemId }) => itemId)).toEqual(['after']))
    expect(numbers(heard)).toEqual([1])
  })

  test('reaches a node that is not the dispatcher before its next poll', async () => {
    const testApp = await openTestApp()
    await testApp.app.feed.close()
    // They poll every ten minutes only, so a hint that arrives does not come from a poll.
    const pollMs = 600_000
    await anotherNode(testApp, { pollMs })
    await until(async () => expect(await leaders(testApp)).toHaveLength(1))
    const other = await anotherNode(testApp, { pollMs })
    const heard = hintsOf(other.feed)
    for (const turn of counted(8)) {
      await happen(testApp, `item-${turn}`)
      other.feed.wake()
      await until(() => expect(heard).toHaveLength(turn))
    }
  })

  test('arrives even if no node is woken', async () => {
    const testApp = await openTestApp()
    const polling = await anotherNode(testApp, { listen: false })
    const heard = hintsOf(polling.feed)
    await happen(testApp, 'unannounced')
    await until(() => expect(heard.map(({ itemId }) => itemId)).toEqual(['unannounced']))
  })
})

describe('the dispatcher', () => {
  test('is replaced by another node when its connection dies, and no hint is lost or doubled', async () => {
    const testApp = await openTestApp()
    const other = await anotherNode(testApp)
    const heard = [testApp.app.feed, other.feed].map(hintsOf)
    let leader: { pid: number } | undefined
    for (const round of counted(3)) {
      // Between two of them there is none.
      const next = async () => (await leaders(testApp)).filter(({ pid }) => pid !== leader?.pid)
      await until(async () => expect(await next()).toHaveLength(1))
      leader = (await next())[0]
      const writing = Promise.all(counted(20).map((item) => happen(testApp, `${round}-${item}`)))
      testApp.app.feed.wake()
      await testApp.app.sql`select pg_terminate_backend(${leader?.pid ?? 0})`
      await writing
      for (const hints of heard) await until(() => expect(hints).toHaveLength(20 * round))
    }
    for (const hints of heard) expect(numbers(hints)).toEqual(counted(60))
    await expect.poll(() => leaders(testApp)).toHaveLength(1)
  })

  test('is replaced at once when its node stops', async () => {
    const testApp = await openTestApp()
    const other = await anotherNode(testApp)
    const heard = hintsOf(other.feed)
    await testApp.app.feed.close()
    await happen(testApp, 'later')
    await until(() => expect(heard).toHaveLength(1))
  })

  test('gives each position once even if two nodes believe they are elected', async () => {
    const testApp = await openTestApp()
    await testApp.app.feed.close()
    await Promise.all(counted(300).map((item) => happen(testApp, `${item}`)))
    const rounds = await Promise.all(counted(40).map(() => dispatch(testApp.app.sql, 10)))
    const given = [...rounds.flat(), ...(await dispatch(testApp.app.sql, 300))]
    expect(numbers(given).toSorted((a, b) => a - b)).toEqual(counted(300))
    const rows = await testApp.app.sql<FeedHint[]>`select position from feed order by position`
    expect(numbers(rows)).toEqual(counted(300))
  })

  test('processes a backlog in batches', async () => {
    const testApp = await openTestApp()
    const other = await anotherNode(testApp)
    const heard = hintsOf(other.feed)
    await testApp.app.sql`insert into feed_waiting (kind, item_id) select 'product.edit', i::text from generate_series(1, 20000) i`
    testApp.app.feed.wake()
    await until(() => expect(heard).toHaveLength(20_000))
    expect(numbers(heard)).toEqual(counted(20_000))
  })
})

test('when every connection to the database is cut, all nodes recover by themselves', async () => {
  const testApp = await openTestApp()
  const other = await anotherNode(testApp)
  const heard = [testApp.app.feed, other.feed].map(hintsOf)
  await happen(testApp, 'before')
  testApp.app.feed.wake()
  for (const hints of heard) await until(() => expect(hints).toHaveLength(1))
  await testApp.app
    .sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await until(() => happen(testApp, 'after').then(() => {}))
  testApp.app.feed.wake()
  for (const hints of heard) await until(() => expect(hints.map(({ itemId }) => itemId)).toEqual(['before', 'after']))
})

describe('a consumer', () => {
  test('that fails delays no other, is logged once per error, and resumes where it stopped once it is fixed', async () => {
    const testApp = await openTestApp()
    await testApp.app.feed.close()
    const logged: string[] = []
    const log = { info: (line: string) => logged.push(line), warn: (line: string) => logged.push(line) }
    const [steady, shaky]: [number[], number[]] = [[], []]
    let failure: string | null = 'The post office is closed.'
    const consumers: Consumer[] = [
      { name: 'steady', consume: async (batch) => void steady.push(...batch.map(({ id }) => id)) },
      {
        name: 'shaky',
        consume: async (batch, tx) => {
          await tx.insert(counters).values({ key: `met ${batch[0]?.id}`, count: 1, windowEnds: new Date() })
          if (failure) throw new Error(failure)
          shaky.push(...batch.map(({ id }) => id))
        },
      },
    ]
    const feed = await openFeed({ ...testApp.app, log, consumers })
    const heard = hintsOf(feed)
    const ids = [await happen(testApp, 'one'), await happen(testApp, 'two'), await happen(testApp, 'three')]
    feed.wake()
    await until(() => expect(steady).toEqual(ids))
    await until(() => expect(logged).toEqual(['The consumer "shaky" fails: The post office is closed.']))
    expect(heard).toHaveLength(3)
    failure = 'The post office has burnt down.'
    await until(() => expect(logged).toHaveLength(2))
    expect(shaky).toEqual([])
    // A failed attempt leaves nothing behind.
    expect(await testApp.app.sql`select from counters`).toHaveLength(0)
    failure = null
    await until(() => expect(shaky).toEqual(ids))
    const said = [
      'The consumer "shaky" fails: The post office is closed.',
      'The consumer "shaky" fails: The post office has burnt down.',
      'The consumer "shaky" works again.',
    ]
    // Logged only after the batch is committed.
    await until(() => expect(logged).toEqual(said))
    expect(steady).toEqual(ids)
    await feed.close()
  })

  test('that is new gets hints from now on, and each of them on one node only', async () => {
    const testApp = await openTestApp()
    await happen(testApp, 'long ago')
    testApp.app.feed.wake()
    await until(async () => expect(await testApp.app.sql`select from feed`).toHaveLength(1))
    const met: number[] = []
    const consumers: Consumer[] = [{ name: 'new', consume: async (batch) => void met.push(...batch.map(({ id }) => id)) }]
    await testApp.app.feed.close()
    const feeds = [await openFeed({ ...testApp.app, log: quiet, consumers }), await openFeed({ ...testApp.app, log: quiet, consumers })]
    const id = await happen(testApp, 'now')
    for (const feed of feeds) feed.wake()
    await until(() => expect(met).toEqual([id]))
    for (const feed of feeds) await feed.close()
  })

  test('gets the events it is concerned with, and its position passes the others', async () => {
    const testApp = await openTestApp()
    await testApp.app.feed.close()
    const met: number[] = []
    const meet: Consumer['consume'] = async (batch) => void met.push(...batch.map(({ id }) => id))
    const feed = await openFeed({
      ...testApp.app,
      log: quiet,
      consumers: [
        { name: 'editor', consume: meet, concerns: (kind) => kind === 'product.edit' },
        { name: 'bystander', consume: meet, concerns: (kind) => kind === 'product.delete' },
      ],
    })
    const ids = [await happen(testApp, 'one'), await happen(testApp, 'two')]
    feed.wake()
    const places = () => testApp.app.sql`select name from consumers where name in ('editor', 'bystander') and position = 2 order by name`
    await until(async () => expect(await places()).toEqual([{ name: 'bystander' }, { name: 'editor' }]))
    expect(met).toEqual(ids)
    await feed.close()
  })
})

describe('the feed', () => {
  test('deletes hints older than a stream can resume from, but never those the slowest consumer still needs', async () => {
    const testApp = await openTestApp()
    await Promise.all(counted(10).map((item) => happen(testApp, `${item}`)))
    testApp.app.feed.wake()
    const { sql } = testApp.app
    await until(async () => expect(await sql`select from feed`).toHaveLength(10))
    await until(async () => expect(await sql`select from consumers where position < 10`).toHaveLength(0))
    expect(await trimFeed(sql)).toBe(0)
    await sql`update feed set created_at = now() - interval '8 days' where position <= 7`
    await sql`insert into consumers (name, position) values ('slow', 4)`
    expect(await trimFeed(sql)).toBe(4)
    await sql`update consumers set position = 10 where name = 'slow'`
    expect(await trimFeed(sql)).toBe(3)
    expect((await sql<FeedHint[]>`select position from feed order by position`).map(({ position }) => position)).toEqual([8, 9, 10])
    expect(await sql`select from events`).toHaveLength(10)
  })

  test('knows up to which moment it is complete', async () => {
    const testApp = await openTestApp()
    const before = Date.now()
    await until(() => expect(testApp.app.feed.publishedUpTo()).toBeGreaterThanOrEqual(before))
    await happen(testApp, 'one')
    await until(() => expect(testApp.app.feed.publishedUpTo()).toBeGreaterThan(before + 1000))
  })
})
