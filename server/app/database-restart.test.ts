import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openFeed } from '#server/app/open-feed.ts'
import { readConfig } from '#server/platform/config.ts'
import { openEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { listenAgainMs } from '#server/platform/database/listener.ts'
import { migrateUnderLock } from '#server/platform/database/migrate.ts'
import { openInstallation } from '#server/platform/database/open-installation.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { quiet } from '#server/testing/test-app.ts'
import { connected, testFolder } from '#server/testing/worker.ts'

/** Records the pauses (ms) that loops make before their next pass, from now on. */
function recordPauses(): number[] {
  const pauses: number[] = []
  const setTimer = globalThis.setTimeout
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
    if (work.name === 'rested') pauses.push(ms)
    return setTimer(work, ms)
  }) as typeof setTimeout)
  onTestFinished(() => timers.mockRestore())
  return pauses
}

/** The feed of a node on its own embedded database, and a function that ends that database as if it was killed. */
async function nodeOnEmbedded() {
  const dataDir = testFolder()
  const onLost = (reason: unknown) => expect.unreachable(String(reason))
  const about = { dataDir, connections: 10, address: '127.0.0.1:3000', log: () => {}, onLost }
  const { address, stop } = await openEmbedded(about)
  onTestFinished(stop)
  const { sql, db } = connected(address, 4)
  await migrateUnderLock(address, () => openInstallation(db, { currency: 'EUR', timeZone: 'UTC' }))
  const config = { ...readConfig({ DATA_DIR: dataDir }), currency: 'EUR' }
  const pauses = recordPauses()
  // Polls every ten minutes only, so hints that arrive sooner do not come from a poll.
  const feed = await openFeed({ sql, db, config, log: quiet, consumers: [], pollMs: 600_000 })
  onTestFinished(feed.close)
  const heard: FeedHint[] = []
  feed.onHint((hint) => heard.push(hint))
  const happen = async (itemId: string) => {
    await db.transaction((tx) => record(tx, { kind: 'product.edit', itemId, ownerId: null, actorId: null }))
    feed.wake()
  }
  const kill = () => process.kill(Number(readFileSync(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  return { happen, heard, kill, pauses }
}

test('after a restart of the database hints are live again at once, not only at the next poll', { timeout: 120_000 }, async () => {
  const { happen, heard, kill, pauses } = await nodeOnEmbedded()
  await happen('before')
  await expect.poll(() => heard, { timeout: 50_000 }).toMatchObject([{ itemId: 'before' }])
  const happened = () =>
    happen('after')
      .then(() => true)
      .catch(() => false)
  // The database may be back before a read of the feed fails.
  while (!pauses.includes(limits.feed.againMs)) {
    kill()
    await expect.poll(happened, { timeout: 50_000 }).toBe(true)
  }
  await expect.poll(() => heard.map(({ itemId }) => itemId), { timeout: 50_000 }).toContain('after')
  // Not elapsed time, which depends on the machine, but the intended wait before the next try.
  expect(Math.max(...pauses) + listenAgainMs).toBeLessThanOrEqual(500)
})
