import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { pageBytes } from '../scripts/bundle-budget.ts'
import { run } from '../scripts/run.ts'
import { type Figure, figure } from './figures.ts'
import { openLoad } from './load.ts'
import { median, type RoundSummary } from './rounds.ts'
import { clear, openStage } from './stage.ts'
import { measureStart } from './start.ts'
import { measureApprove, measureList, type Rounds } from './throughput.ts'

const { values: wanted } = parseArgs({ options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } })

const effort = wanted.quick
  ? { rounds: 3, seconds: 2, approvals: 5_000, starts: 3 }
  : { rounds: 7, seconds: 4, approvals: 10_000, starts: 7 }

const ratioOf = (rounds: Rounds) => median(rounds.map(({ floor, backstall }) => backstall.perSecond / floor.perSecond))
const middle = (rounds: Rounds, who: keyof Rounds[number], what: keyof RoundSummary) => median(rounds.map((round) => round[who][what]))
const kilobytes = (page: Parameters<typeof pageBytes>[0]) => pageBytes(page) / 1000

async function measureRates() {
  const load = openLoad()
  const stage = await openStage()
  try {
    const list = await measureList(stage, load, effort.rounds, effort.seconds)
    const approve = await measureApprove(stage, load, effort.rounds, effort.approvals)
    return { list, approve, dataDir: stage.dataDir, cookie: stage.cookie }
  } finally {
    await load.close()
    await stage.close()
  }
}

/** Measures everything, one thing after the other. */
async function measure() {
  const { list, approve, dataDir, cookie } = await measureRates()
  const start = await measureStart(dataDir, cookie, effort.starts)
  clear(dataDir)
  return { list, approve, start }
}

type Measured = Awaited<ReturnType<typeof measure>>

const figuresOf = ({ list, approve, start }: Measured): Figure[] => [
  figure('approve', ratioOf(approve)),
  figure('approve-p99', middle(approve, 'backstall', 'p99')),
  figure('list', ratioOf(list)),
  figure('start', median(start.map(({ seconds }) => seconds))),
  figure('memory', median(start.map(({ megabytes }) => megabytes))),
  figure('signin-bytes', kilobytes('/login')),
  figure('queue-bytes', kilobytes('/admin/product-approval')),
]

/** The absolute figures behind a ratio, for information. */
function absolute(name: string, { list, approve }: Measured): string {
  const rounds = name === 'list' ? list : name === 'approve' ? approve : null
  if (!rounds) return ''
  const part = (who: 'floor' | 'backstall') =>
    `${who} ${middle(rounds, who, 'perSecond').toFixed(0)}/s, p50 ${middle(rounds, who, 'p50').toFixed(1)} ms, p99 ${middle(rounds, who, 'p99').toFixed(1)} ms`
  return `${part('backstall')}; ${part('floor')}`
}

function printTable(figures: Figure[], measured: Measured): void {
  for (const { name, value, unit, goal, met } of figures) {
    console.log(
      [met ? 'met   ' : 'MISSED', name.padEnd(13), `${value} ${unit}`.padEnd(15), goal.padEnd(8), absolute(name, measured)]
        .join(' ')
        .trimEnd(),
    )
  }
}

/** Keeps every round with the machine it ran on, so that a figure can be doubted later. */
function keep(figures: Figure[], measured: Measured): void {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, memory: totalmem(), node: process.version, dependencies }
  mkdirSync('bench/results', { recursive: true })
  const file = `bench/results/${new Date().toISOString().replaceAll(':', '-')}.json`
  writeFileSync(file, JSON.stringify({ machine, effort, figures, rounds: measured }, null, 2))
  console.log(`rounds kept in ${file}`)
}

async function build(): Promise<void> {
  const { ok, output } = await run(['node', 'scripts/build.ts'])
  if (!ok) throw new Error(output)
}

await build()
const measured = await measure()
const figures = figuresOf(measured)
keep(figures, measured)
if (wanted.json) console.log(JSON.stringify({ figures }))
else printTable(figures, measured)
