import { setTimeout as wait } from 'node:timers/promises'
import { callBytes } from './backstall.ts'
import { type openLoad, requestBytes } from './load.ts'
import { interleave, type Round, type RoundSummary } from './rounds.ts'
import { addPending } from './seed.ts'
import { floorToken, type Stage } from './stage.ts'

const connections = 32
const patienceMs = 60_000

export type Rounds = Record<keyof Round, RoundSummary>[]
type Load = ReturnType<typeof openLoad>

/** A page of 25 approved products, newest first, asked for by 32 connections at once. */
export function measureList({ backstall, floor, cookie }: Stage, load: Load, rounds: number, seconds: number): Promise<Rounds> {
  const ours = [callBytes(backstall.port, cookie, 'products/queue', { status: 'approved', sort: 'newest' })]
  const bare = [requestBytes('GET', '/list/approved', { authorization: floorToken })]
  return interleave(rounds, {
    floor: () => load.run({ port: floor.port, requests: bare, connections, seconds }),
    backstall: () => load.run({ port: backstall.port, requests: ours, connections, seconds }),
  })
}

/** Approvals, each of a product of its own that was put before the administrators outside of the timed part. */
export function measureApprove(stage: Stage, load: Load, rounds: number, count: number): Promise<Rounds> {
  const { backstall, floor, cookie, sql } = stage
  return interleave(rounds, {
    floor: async (round) => {
      const ids = await addPending(sql.floor, round, count, false)
      const requests = ids.map((id) => requestBytes('POST', '/approve', { authorization: floorToken }, { id }))
      return await load.run({ port: floor.port, requests, connections, seconds: null })
    },
    backstall: async (round) => {
      const ids = await addPending(sql.backstall, round, count, true)
      const requests = ids.map((id) => callBytes(backstall.port, cookie, 'products/approve', { id, status: 'pending', version: 1 }))
      const done = await load.run({ port: backstall.port, requests, connections, seconds: null })
      await everybodyInformed(stage)
      return done
    },
  })
}

/** Waits until every event has its position and every consumer has followed, so that no work of one round burdens the next. */
async function everybodyInformed({ sql }: Stage): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    const [left] = await sql.backstall<{ work: boolean }[]>`
      select exists (select 1 from feed_waiting) or exists (select 1 from consumers c, feed_head h where c.position < h.position) as work`
    if (!left?.work) return
    await wait(20)
  }
  throw new Error(`Events were still without consequences after ${patienceMs / 1000} seconds.`)
}
