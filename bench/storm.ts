import { approvalBytes } from './backstall.ts'
import { consumersDone } from './consumers-done.ts'
import type { Measured } from './figures.ts'
import { type LoadGenerator, requestBytes } from './load.ts'
import { morePeople } from './people.ts'
import { median, quantile } from './rounds.ts'
import { addPending } from './seed.ts'
import type { Stage } from './stage.ts'
import type { StreamAnswer, StreamJob } from './stream-worker.ts'
import { openThread } from './thread.ts'
import type { Effort } from './throughput.ts'

const streamCount = 5_000
const perPerson = 20
const withinMs = 1_000
/** Approvals per second, each connection one every 100 ms: so many that a fifth of the second is spent on them, not all of it. */
const connections = 4
const everyMs = 100
/** Approvals of one portion, about a second. */
const portion = 40
const quietPortions = 5

/**
 * 5,000 streams of sellers come back within one second, each from the position at which it was cut, while admins approve 40 products a
 * second over connections that stay open: until all are live again, and the p95 of an approval beside that before.
 */
export async function measureStorm(stage: Stage, load: LoadGenerator, { rounds }: Effort): Promise<Measured[]> {
  const { backstall, cookie, sql } = stage
  const { port } = backstall
  await using streams = openThread<StreamJob, StreamAnswer>('./stream-worker.ts')
  const cookies = await morePeople(stage, 'seller', streamCount / perPerson)
  const requestsFrom = (position: string) =>
    Array.from({ length: streamCount }, (_, at) => {
      const address = `/api/live?position=${encodeURIComponent(position)}`
      return requestBytes('GET', address, { host: `127.0.0.1:${port}`, cookie: cookies[at % cookies.length] ?? '' })
    })
  const approve = async (ids: string[]) => {
    const requests = approvalBytes(port, cookie, ids)
    return (await load.run({ port, requests, connections, seconds: null, everyMs, keepOpen: true })).latencies
  }
  const done: { quiet: number; storm: number; seconds: number }[] = []
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const ids = await addPending(sql.backstall, `storm-${round}`, 3_000, true)
    const next = () => ids.splice(0, portion)
    const open = async (more: { withinMs?: number }) =>
      streams.run({ do: 'open', port, requests: requestsFrom(await positionOf(port, cookie)), until: 'event: beat', ...more })
    await open({})
    const quiet: number[] = []
    for (let at = 0; at < quietPortions; at++) quiet.push(...(await approve(next())))
    await streams.run({ do: 'close', port })
    // What happens while no stream is open is missed, so that each has something to catch up with.
    const position = await positionOf(port, cookie)
    await approve(next())
    let isOver = false
    const back = streams
      .run({ do: 'open', port, requests: requestsFrom(position), until: 'event: beat', withinMs })
      .finally(() => (isOver = true))
    // Awaited after the approvals: a rejection meanwhile would end the process without cleaning up.
    back.catch(() => {})
    const storm: number[] = []
    while (!isOver) storm.push(...(await approve(next())))
    const { ms } = await back
    if (round > 0) done.push({ quiet: quantile(quiet, 0.95), storm: quantile(storm, 0.95), seconds: ms / 1000 })
    await streams.run({ do: 'close', port })
    await consumersDone(sql.backstall)
  }
  const about = `p95 of an approval ${median(done.map(({ quiet }) => quiet)).toFixed(1)} ms before, ${median(done.map(({ storm }) => storm)).toFixed(1)} ms meanwhile`
  return [
    { name: 'storm', value: median(done.map(({ seconds }) => seconds)), about: '', rounds: done },
    { name: 'storm-approve', value: median(done.map(({ quiet, storm }) => storm / quiet)), about, rounds: [] },
  ]
}

/** The present position of the feed. */
async function positionOf(port: number, cookie: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/live/poll`, { headers: { cookie } })
  return /"position":"([^"]+)"/.exec(await answer.text())?.[1] ?? ''
}
