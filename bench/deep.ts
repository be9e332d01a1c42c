import { call, callBytes } from './backstall.ts'
import type { FigureName, Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { interleave, ratio } from './rounds.ts'
import { seedUpTo } from './seed.ts'
import { onceStarted, type Stage } from './stage.ts'
import { connections, type Effort } from './throughput.ts'

const depth = 9_000
const million = 1_000_000
const path = 'products/queue'
const page = { status: 'approved', sort: 'newest' }

/** Walks the list page by page, as a person does who wants to reach row 9,001. */
async function cursorAt(rows: number, port: number, cookie: string): Promise<string> {
  let cursor: string | undefined
  for (let passed = 0; passed < rows; passed += 100) {
    const { next } = await call<{ next: string | null }>(port, cookie, path, { ...page, limit: 100, cursor })
    if (next === null) throw new Error(`The list ended after ${passed} rows.`)
    cursor = next
  }
  return cursor ?? ''
}

/** Two pages of one list differ little and other load on the machine varies a lot, so they alternate often, in short rounds. */
const turnSeconds = 0.15

/** Compares a deep page with the first one of the same list. */
export async function againstFirst(
  name: FigureName,
  port: number,
  requests: Record<'first' | 'deep', Buffer>,
  load: LoadGenerator,
  { rounds, seconds }: Effort,
): Promise<Measured> {
  const turn = (request: Buffer) => () => load.run({ port, requests: [request], connections, seconds: turnSeconds })
  const turns = Math.ceil((rounds * seconds) / turnSeconds)
  const done = await interleave(turns, { first: turn(requests.first), deep: turn(requests.deep) })
  return ratio(name, done, 'deep', 'first', 'perSecond')
}

/** Compares the page after 9,000 rows with the first page of the same list. */
async function measureDepth(name: 'deep' | 'deep-million', port: number, cookie: string, load: LoadGenerator, effort: Effort) {
  const first = callBytes(port, cookie, path, page)
  const deep = callBytes(port, cookie, path, { ...page, cursor: await cursorAt(depth, port, cookie) })
  return [await againstFirst(name, port, { first, deep }, load, effort)]
}

export const measureDeep = ({ backstall, cookie }: Stage, load: LoadGenerator, effort: Effort): Promise<Measured[]> =>
  measureDepth('deep', backstall.port, cookie, load, effort)

/** The same among a million products, on the data that the other measurements left. */
export const measureDeepMillion = (dataDir: string, cookie: string, load: LoadGenerator, effort: Effort): Promise<Measured[]> =>
  onceStarted(dataDir, async ({ port }, sql) => {
    await seedUpTo(million, sql)
    return await measureDepth('deep-million', port, cookie, load, effort)
  })
