import { expect, onTestFinished, test } from 'vitest'
import { openFeed } from '#server/app/open-feed.ts'
import { connect } from '#server/platform/database/database.ts'
import { type Consumer, registerConsumers } from '#server/platform/events/consumers.ts'
import { follow } from '#server/platform/events/follow.ts'
import { loopStates } from '#server/platform/events/loop.ts'
import { record } from '#server/platform/events/record.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { testServer } from '#server/testing/worker.ts'

const { app } = await openTestApp()
const { sql, db } = app

/** Follows the feed with a consumer that is woken once, after an event. */
async function following(name: string, consume: () => Promise<void>, stallMs?: number) {
  const consumer: Consumer = { name, consume }
  await registerConsumers(sql, [consumer])
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const about = { sql, db, log: { info: note, warn: note }, consumed: () => {}, ...(stallMs !== undefined && { stallMs }) }
  const follower = follow(consumer, about)
  onTestFinished(follower.close)
  const place = async () =>
    (
      await sql<{ position: number; failing: boolean }[]>`
      select position, failing_since is not null as failing from consumers where name = ${name}`
    )[0]
  const before = (await place())?.position ?? 0
  await db.transaction((tx) => record(tx, { kind: 'product.edit', itemId: name, ownerId: null, actorId: null }))
  app.feed.wake()
  await expect.poll(async () => (await sql`select from feed where item_id = ${name}`).length).toBe(1)
  follower.ask()
  const state = () => loopStates().find((loop) => loop.name === `The consumer "${name}"`)
  return { follower, lines, state, place, before }
}

test('a consumer that fails does not count as completed, neither at once nor while it waits for its next attempt', async () => {
  const { follower, lines, state, place } = await following('failing', async () => {
    throw new Error('no room')
  })
  await expect.poll(async () => (await place())?.failing).toBe(true)
  follower.ask()
  await expect.poll(() => state()?.running).toBe(false)
  follower.ask()
  await expect.poll(() => state()?.running).toBe(false)
  expect(state()).toMatchObject({ completedAt: null })
  expect(lines).toEqual(['The consumer "failing" fails: no room'])
})

test('a consumer that stalled and goes on is not recorded as failing', async () => {
  const { promise: hanging, resolve: goOn } = Promise.withResolvers<void>()
  const { lines, state, place, before } = await following('hanging', () => hanging, 200)
  await expect.poll(() => state()?.stalls).toBeGreaterThan(0)
  goOn()
  await expect.poll(() => state()).toMatchObject({ running: false, completedAt: expect.any(Number) })
  expect(await place()).toEqual({ position: before + 1, failing: false })
  expect(lines.filter((line) => line.includes('stalled for 0.2 seconds'))).toHaveLength(1)
  expect(lines.at(-1)).toBe('The consumer "hanging" works again.')
})

test('a node that cannot wake the dispatcher logs it', async () => {
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const pool = connect({ ...testServer(), database: row?.name ?? '' }, 4)
  const feed = await openFeed({ sql: pool.sql, db: pool.db, config: app.config, consumers: [], log: { info: note, warn: note } })
  onTestFinished(feed.close)
  await pool.close()
  feed.wake()
  await expect.poll(() => lines).toContainEqual(expect.stringMatching(/^Waking the dispatcher fails: /))
})
