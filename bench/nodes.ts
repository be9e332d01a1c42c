import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { runningDatabase } from '../scripts/running-database.ts'
import { approvalBytes, startBackstall } from './backstall.ts'
import { consumersDone } from './consumers-done.ts'
import type { Measured } from './figures.ts'
import { type LoadGenerator, openLoad } from './load.ts'
import { interleave, ratio } from './rounds.ts'
import { addPending } from './seed.ts'
import type { Stage } from './stage.ts'
import { connections, type Effort } from './throughput.ts'

/** Approvals per second of two nodes on one database, beside one of them, from the same number of connections. */
export async function measureTwoNodes(stage: Stage, load: LoadGenerator, { rounds, writes }: Effort): Promise<Measured[]> {
  const { dataDir, backstall, cookie, sql } = stage
  const { path, username, password, database } = await runningDatabase(dataDir)
  using folder = mkdtempDisposableSync(join(tmpdir(), 'backstall-node-'))
  await using other = await startBackstall(folder.path, undefined, [], {
    DATABASE_URL: `postgres://${username}:${password}@${encodeURIComponent(dirname(path))}:${basename(path).split('.').at(-1)}/${database}`,
    STORAGE_URL: `file:${join(dataDir, 'files')}`,
    SESSION_SECRET: readFileSync(join(dataDir, 'session-secret'), 'utf8').trim(),
    // The embedded database allows the connections of one node with some to spare; two whole pools would be refused at times (53300).
    DATABASE_POOL: '4',
  })
  await using second = openLoad()
  const approve = (generator: LoadGenerator, port: number, ids: string[], share: number) => {
    const requests = approvalBytes(port, cookie, ids)
    return generator.run({ port, requests, connections: connections / share, seconds: null })
  }
  const done = await interleave(rounds, {
    one: async (round) => {
      const alone = await approve(load, backstall.port, await addPending(sql.backstall, `one-${round}`, writes, true), 1)
      await consumersDone(sql.backstall)
      return alone
    },
    two: async (round) => {
      const ids = await addPending(sql.backstall, `two-${round}`, writes, true)
      const half = ids.length / 2
      const both = await Promise.all([
        approve(load, backstall.port, ids.slice(0, half), 2),
        approve(second, other.port, ids.slice(half), 2),
      ])
      await consumersDone(sql.backstall)
      return { latencies: both.flatMap(({ latencies }) => latencies), seconds: Math.max(...both.map(({ seconds }) => seconds)) }
    },
  })
  return [ratio('two-nodes', done, 'two', 'one', 'perSecond')]
}
