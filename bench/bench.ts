import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pageBytes } from '../scripts/bundle-budget.ts'
import { run } from '../scripts/run.ts'
import { measureBrowsed } from './browsed.ts'
import { measureChat } from './chat.ts'
import { measureDeep, measureDeepMillion } from './deep.ts'
import { type Figure, figure, type Measured } from './figures.ts'
import { measureFirstRow } from './first-row.ts'
import { measureImport } from './import.ts'
import { measureKeyNext } from './key-next.ts'
import { measureLag } from './lag.ts'
import { measureFanout, measureStreams } from './live.ts'
import { type LoadGenerator, openLoad } from './load.ts'
import { measureTwoNodes } from './nodes.ts'
import { measureOrders } from './orders.ts'
import { measurePicture } from './picture.ts'
import { measureSales } from './sales.ts'
import { measureScreen } from './screen.ts'
import { measureSearch } from './search.ts'
import { openStage, type Stage } from './stage.ts'
import { measureStart } from './start.ts'
import { measureStorm } from './storm.ts'
import { type Effort, measureApprove, measureCreate, measureList, measureRead } from './throughput.ts'
import { measureWithoutNetwork } from './without-network.ts'

const options = { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } as const
const { values: wanted, positionals: only } = parseArgs({ options, allowPositionals: true })

const effort: Effort = wanted.quick
  ? { rounds: 3, seconds: 1.5, writes: 3_000, samples: 20 }
  : { rounds: 7, seconds: 4, writes: 10_000, samples: 100 }

/** What is measured on one stage, in this order: first the figures that leave the products unchanged. */
const onStage: Record<string, (stage: Stage, load: LoadGenerator, effort: Effort) => Promise<Measured[]>> = {
  list: measureList,
  read: measureRead,
  deep: measureDeep,
  'first-row': measureFirstRow,
  browsed: measureBrowsed,
  'key-next': measureKeyNext,
  screen: measureScreen,
  picture: measurePicture,
  create: measureCreate,
  approve: measureApprove,
  fanout: measureFanout,
  chat: measureChat,
  'two-nodes': measureTwoNodes,
  storm: measureStorm,
  lag: measureLag,
}
const isWanted = (name: string) => only.length === 0 || only.includes(name)

function weights(): Measured[] {
  const of = (page: Parameters<typeof pageBytes>[0]) => ({ value: pageBytes(page) / 1000, about: '', rounds: [] })
  return [
    { name: 'signin-bytes', ...of('/login') },
    { name: 'queue-bytes', ...of('/admin/product-approval') },
  ]
}

type Report = (measured: Measured) => void

/** Returns the session of the admin, which outlives the stage. */
async function measureOnStage(dataDir: string, load: LoadGenerator, report: Report): Promise<string> {
  await using stage = await openStage(dataDir)
  for (const [name, take] of Object.entries(onStage)) if (isWanted(name)) for (const one of await take(stage, load, effort)) report(one)
  return stage.cookie
}

/** Measures the figures one after the other, prints each when it is known, and removes all its data. */
async function measure(report: Report): Promise<void> {
  await using load = openLoad()
  using folder = mkdtempDisposableSync(join(tmpdir(), 'backstall-bench-'))
  const { path: dataDir } = folder
  const cookie = await measureOnStage(dataDir, load, report)
  if (isWanted('streams')) for (const one of await measureStreams(dataDir)) report(one)
  if (isWanted('first-row-offline')) for (const one of await measureWithoutNetwork(dataDir, cookie, effort.rounds)) report(one)
  if (isWanted('start')) for (const one of await measureStart(dataDir, cookie, effort.rounds)) report(one)
  if (isWanted('deep-million')) for (const one of await measureDeepMillion(dataDir, cookie, load, effort)) report(one)
  if (isWanted('orders-deep') || isWanted('export'))
    for await (const one of measureOrders(dataDir, cookie, load, effort, isWanted)) report(one)
  if (isWanted('import')) for (const one of await measureImport(cookie, dataDir)) report(one)
  // A million orders take too long for a quick run.
  if (isWanted('search') && !wanted.quick) for (const one of await measureSearch(dataDir, cookie, effort)) report(one)
  if (isWanted('sales') && !wanted.quick) for (const one of await measureSales(load, effort)) report(one)
  if (isWanted('bytes')) for (const one of weights()) report(one)
}

const line = ({ name, value, unit, goal, met }: Figure, about: string) =>
  [met ? 'met   ' : 'MISSED', name.padEnd(15), `${value} ${unit}`.padEnd(20), goal.padEnd(8), about].join(' ').trimEnd()

/** Stores every round with the machine it ran on, so that a figure can be checked later. */
function store(figures: Figure[], all: Measured[]): string {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, memory: totalmem(), node: process.version, load: loadavg(), dependencies }
  mkdirSync('bench/results', { recursive: true })
  const file = `bench/results/${new Date().toISOString().replaceAll(':', '-')}.json`
  writeFileSync(
    file,
    JSON.stringify({ machine, effort, figures, rounds: Object.fromEntries(all.map(({ name, rounds }) => [name, rounds])) }, null, 2),
  )
  return file
}

async function build(): Promise<void> {
  const { ok, output } = await run(['node', 'scripts/build.ts'])
  if (!ok) throw new Error(output)
}

await build()
const all: Measured[] = []
await measure((one) => {
  all.push(one)
  if (!wanted.json) console.log(line(figure(one), one.about))
})
const figures = all.map(figure)
console.log(`rounds kept in ${store(figures, all)}; load of the machine at the end ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`)
if (wanted.json) console.log(JSON.stringify({ figures }))
