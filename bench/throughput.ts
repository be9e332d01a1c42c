import { randomUUID } from 'node:crypto'
import { approvalBytes, callBytes } from './backstall.ts'
import { consumersDone } from './consumers-done.ts'
import type { Measured } from './figures.ts'
import { type LoadGenerator, requestBytes } from './load.ts'
import { signedIn } from './people.ts'
import { interleave, ratio } from './rounds.ts'
import { addPending, idOf, productCount } from './seed.ts'
import { floorToken, type Stage } from './stage.ts'

export const connections = 32
const asFloor = { authorization: floorToken }

export type Effort = { rounds: number; seconds: number; writes: number; samples: number }

/** The same requests repeatedly for some seconds, from 32 connections at once. */
async function reading(name: 'list' | 'read', stage: Stage, load: LoadGenerator, { rounds, seconds }: Effort, requests: Requests) {
  const { floor, backstall } = stage
  const done = await interleave(rounds, {
    floor: () => load.run({ port: floor.port, requests: requests.floor, connections, seconds }),
    backstall: () => load.run({ port: backstall.port, requests: requests.backstall, connections, seconds }),
  })
  return [ratio(name, done, 'backstall', 'floor', 'perSecond')]
}

type Requests = Record<'floor' | 'backstall', Buffer[]>

/** A page of 25 approved products, newest first. */
export function measureList(stage: Stage, load: LoadGenerator, effort: Effort): Promise<Measured[]> {
  const { backstall, cookie } = stage
  return reading('list', stage, load, effort, {
    floor: [requestBytes('GET', '/list/approved', asFloor)],
    backstall: [callBytes(backstall.port, cookie, 'products/queue', { status: 'approved', sort: 'newest' })],
  })
}

/** One whole product, another each time. */
export function measureRead(stage: Stage, load: LoadGenerator, effort: Effort): Promise<Measured[]> {
  const { backstall, cookie } = stage
  const ids = Array.from({ length: 1_000 }, (_, n) => idOf('product', 1 + ((n * 7_919) % productCount)))
  return reading('read', stage, load, effort, {
    floor: ids.map((id) => requestBytes('GET', `/read/${id}`, asFloor)),
    backstall: ids.map((id) => callBytes(backstall.port, cookie, 'products/get', { id })),
  })
}

type Prepared = Record<'floor' | 'backstall', (round: number) => Promise<Buffer[]>>

/** Requests that are prepared outside the timed part and sent once each; the work of one round does not affect the next. */
function writing({ floor, backstall, sql }: Stage, load: LoadGenerator, rounds: number, prepare: Prepared) {
  return interleave(rounds, {
    floor: async (round) => await load.run({ port: floor.port, requests: await prepare.floor(round), connections, seconds: null }),
    backstall: async (round) => {
      const done = await load.run({ port: backstall.port, requests: await prepare.backstall(round), connections, seconds: null })
      await consumersDone(sql.backstall)
      return done
    },
  })
}

/** Approvals, each of another product that was submitted before. */
export async function measureApprove(stage: Stage, load: LoadGenerator, { rounds, writes }: Effort): Promise<Measured[]> {
  const { backstall, cookie, sql } = stage
  const done = await writing(stage, load, rounds, {
    floor: async (round) => {
      const ids = await addPending(sql.floor, `approve-${round}`, writes, false)
      return ids.map((id) => requestBytes('POST', '/approve', asFloor, { id }))
    },
    backstall: async (round) => {
      const ids = await addPending(sql.backstall, `approve-${round}`, writes, true)
      return approvalBytes(backstall.port, cookie, ids)
    },
  })
  return [
    ratio('approve', done, 'backstall', 'floor', 'perSecond'),
    { ...ratio('approve-p99', done, 'backstall', 'floor', 'p99'), about: '', rounds: [] },
  ]
}

const fields = {
  title: 'Hand-made vase, blue glaze',
  description: 'Well kept. '.repeat(40).trim(),
  price: 4_900,
  category: 'Home',
  sku: null,
  stock: 3,
  tags: ['glass', 'blue'],
  attributes: [{ key: 'Height', value: '30 cm' }],
}

/** New products of one seller, as the form makes them before their pictures follow. */
export async function measureCreate(stage: Stage, load: LoadGenerator, { rounds, writes }: Effort): Promise<Measured[]> {
  const { backstall } = stage
  const [cookie = ''] = await signedIn(stage, [idOf('seller', 1)])
  const all = Array.from({ length: writes })
  const done = await writing(stage, load, rounds, {
    floor: async () => all.map(() => requestBytes('POST', '/create', asFloor, fields)),
    backstall: async () => all.map(() => callBytes(backstall.port, cookie, 'products/create', { ...fields, key: randomUUID() })),
  })
  return [ratio('create', done, 'backstall', 'floor', 'perSecond')]
}
