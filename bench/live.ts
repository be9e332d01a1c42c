import { setTimeout as wait } from 'node:timers/promises'
import { callBytes, residentMegabytes, startBackstall } from './backstall.ts'
import { consumersDone } from './consumers-done.ts'
import type { Measured } from './figures.ts'
import { type LoadGenerator, requestBytes } from './load.ts'
import { morePeople, type Place } from './people.ts'
import { interleave, ratio } from './rounds.ts'
import { addPending } from './seed.ts'
import { connectTo, floorToken, type Stage } from './stage.ts'
import type { StreamAnswer, StreamJob } from './stream-worker.ts'
import { openThread } from './thread.ts'
import type { Effort } from './throughput.ts'

const listeners = 1_000
const idle = 5_000
const perPerson = 20
/** Pause between two writes, so that each is published separately. */
const pauseMs = 50
const settleMs = 3_000
/** The first bytes of a stream that has finished catching up. */
const greeting = { floor: 'event: hello', backstall: 'event: beat' }

const streamBytes = (port: number, headers: Record<string, string>) =>
  requestBytes('GET', '/api/live', { host: `127.0.0.1:${port}`, ...headers })

/** Lets a signal make the server collect its garbage. */
const collectOnSignal = ['--expose-gc', '--import', "data:text/javascript,process.on('SIGUSR2', () => gc())"]

const openStreams = () => openThread<StreamJob, StreamAnswer>('./stream-worker.ts')

/** One stream per tab, of admins who may hear of every product. */
async function streamsOf(place: Place, port: number, count: number): Promise<Buffer[]> {
  const cookies = await morePeople(place, 'admin', count / perPerson)
  return cookies.flatMap((cookie) => Array.from({ length: perPerson }, () => streamBytes(port, { cookie })))
}

/** From the request that approves a product until the last of 1,000 streams has received the hint. */
export async function measureFanout(stage: Stage, _load: LoadGenerator, { rounds, samples }: Effort): Promise<Measured[]> {
  const { floor, backstall, cookie, sql } = stage
  await using streams = openStreams()
  const bare = Array.from({ length: listeners }, () => streamBytes(floor.port, { authorization: floorToken }))
  await streams.run({ do: 'open', port: floor.port, requests: bare, until: greeting.floor })
  await streams.run({
    do: 'open',
    port: backstall.port,
    requests: await streamsOf(stage, backstall.port, listeners),
    until: greeting.backstall,
  })
  const publish = async (port: number, ids: string[], request: (id: string) => Buffer) => {
    const latencies: number[] = []
    for (const id of ids) {
      latencies.push((await streams.run({ do: 'publish', port, request: request(id), mark: `"${id}"` })).ms)
      await wait(pauseMs)
    }
    return { latencies, seconds: latencies.reduce((sum, ms) => sum + ms, 0) / 1000 }
  }
  const done = await interleave(rounds, {
    floor: async (round) => {
      const ids = await addPending(sql.floor, `fanout-${round}`, samples, false)
      return await publish(floor.port, ids, (id) => requestBytes('POST', '/approve', { authorization: floorToken }, { id }))
    },
    backstall: async (round) => {
      const ids = await addPending(sql.backstall, `fanout-${round}`, samples, true)
      const approve = (id: string) => callBytes(backstall.port, cookie, 'products/approve', { id, status: 'pending', version: 1 })
      const times = await publish(backstall.port, ids, approve)
      await consumersDone(sql.backstall)
      return times
    },
  })
  return [ratio('fanout', done, 'backstall', 'floor', 'p50')]
}

/** Memory that a server really needs at this moment (MB), after a garbage collection. */
async function usedMegabytes(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  await wait(settleMs)
  return residentMegabytes(pid)
}

/**
 * Memory that each of 5,000 idle streams adds to the server. Measured on a fresh server: one that has worked before has free memory left in
 * which streams fit at no cost. Both measurements follow a collection.
 */
export async function measureStreams(dataDir: string): Promise<Measured[]> {
  await using backstall = await startBackstall(dataDir, undefined, collectOnSignal)
  await using database = await connectTo(dataDir)
  await using streams = openStreams()
  const { port, pid } = backstall
  const requests = await streamsOf({ dataDir, sql: { backstall: database } }, port, idle)
  // What the server loads for its very first stream is not counted.
  await streams.run({ do: 'open', port, requests: requests.slice(0, perPerson), until: greeting.backstall })
  await streams.run({ do: 'close', port })
  const before = await usedMegabytes(pid)
  const { ms } = await streams.run({ do: 'open', port, requests, until: greeting.backstall })
  const after = await usedMegabytes(pid)
  const about = `${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with ${idle}, opened within ${(ms / 1000).toFixed(1)} s`
  return [{ name: 'streams', value: ((after - before) * 1000) / idle, about, rounds: [{ before, after }] }]
}
