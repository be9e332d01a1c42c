import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleBudget } from './bundle-budget.ts'
import { checks } from './checks.ts'
import { type Failure, failedJourneys, failedTests, flakyJourneys, testsNotRun } from './failures.ts'
import { modulesCheck } from './modules.ts'
import { packagesCheck } from './packages.ts'
import { type Outcome, run } from './run.ts'

/** `notRun`: what this machine cannot run. It counts neither as passed nor as failed. */
type Count = { passed: number; failed: number; failures?: Failure[]; notRun?: Failure[] }
type Result = Outcome & Partial<Count> & { flaky?: Failure[] }
type Stage = { name: string; does: () => Promise<Result>; needs?: string }

/** In bytes: three times the most that a run uses there. */
const plenty = 6 * 1024 ** 3

/**
 * Puts temporary files into memory if the system has plenty of it. Each test app copies a database, and on a disk that takes almost twice the
 * processor time. Nothing here must survive a power cut, and files of a killed process remain.
 */
function preferMemory(): void {
  const folder = '/dev/shm'
  if (process.env.TMPDIR || !existsSync(folder)) return
  const { bavail, bsize } = statfsSync(folder)
  if (Math.min(bavail * bsize, process.availableMemory()) >= plenty) process.env.TMPDIR = folder
}

preferMemory()
const reports = mkdtempSync(join(tmpdir(), 'backstall-test-'))

/** Reads how many tests a runner counted; a runner that broke off before its report counts as one failure. */
function counted(outcome: Outcome, file: string, read: (report: Record<string, unknown>) => Count): Outcome & Count {
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')))
    return { ...outcome, ...count, failed: outcome.ok ? count.failed : Math.max(1, count.failed) }
  } catch {
    return { ...outcome, ok: false, passed: 0, failed: 1 }
  }
}

async function vitest(project: 'server' | 'web', ...more: string[]): Promise<Outcome & Count> {
  const file = join(reports, `${project}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  // Files share compiled code.
  const env = { NODE_COMPILE_CACHE: join(reports, 'compiled') }
  const outcome = await run(['vitest', 'run', `--project=${project}`, '--allowOnly=false', ...reporters, ...more], { env })
  return counted(outcome, file, (report) => {
    const notRun = testsNotRun(report)
    return {
      passed: Number(report.numPassedTests),
      failed: Number(report.numFailedTests) + Number(report.numPendingTests) - notRun.length + Number(report.numTodoTests),
      failures: failedTests(report),
      notRun,
    }
  })
}

async function browserJourneys(options: readonly string[]): Promise<Outcome & Count & { flaky: Failure[] }> {
  const file = join(reports, 'playwright.json')
  const outcome = await run(['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json', ...options], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, FORCE_COLOR: '0' },
  })
  let flakyOnes: Failure[] = []
  const count = counted(outcome, file, (report) => {
    const { expected, unexpected, flaky, skipped } = report.stats as Record<string, number>
    flakyOnes = flakyJourneys(report)
    return { passed: (expected ?? 0) + (flaky ?? 0), failed: (unexpected ?? 0) + (skipped ?? 0), failures: failedJourneys(report) }
  })
  return { ...count, flaky: flakyOnes }
}

const checking: Stage[] = [
  ...Object.entries(checks).map(([name, command]) => ({ name, does: () => run(command) })),
  { name: 'order of modules', does: async () => modulesCheck() },
  { name: 'size and licences of packages', does: () => packagesCheck() },
]
const building: Stage[] = [
  { name: 'build', does: () => run(['node', 'scripts/build.ts']) },
  { name: 'bundle budget', does: bundleBudget, needs: 'build' },
]
/** Runs before the server's tests, not in parallel with them, because some start the built server. */
const serverBuild: Stage = { name: 'build of the server', does: () => run(['node', 'scripts/build.ts', 'server']) }
/** Counts what nodes, nginx and databases answer while they stop and fail over, so only checks and the build run beside it. */
const nodes = 'server/app/several-nodes.test.ts'
const severalNodes: Stage = { name: 'tests of several nodes', does: () => vitest('server', nodes) }
const serverTests: Stage = { name: 'tests of the server', does: () => vitest('server', `--exclude=${nodes}`) }
const screenTests: Stage = { name: 'tests of the screens', does: () => vitest('web') }
const journeysWith = (...options: string[]): Stage => ({ name: 'browser journeys', does: () => browserJourneys(options), needs: 'build' })

/**
 * `npm test` runs everything; `check` only what needs no run of the product; `browser` the build and the journeys. Steps follow each other; the lists
 * of stages in a step run in parallel, because tests of the server wait for more than half of their time, and journeys for a quarter: with three workers for
 * the tests and two for the journeys, two cores are busy for 96 % of the time (with two and two for four fifths, which takes 100 seconds longer). The
 * screens come last, because their tests never wait. The checks take longer than the tests of several nodes, so no journey runs beside those.
 */
function chosen(part: string | undefined): Stage[][][] {
  if (part === 'check') return [[checking]]
  if (part === 'browser') return [[building], [[journeysWith(...process.argv.slice(3))]]]
  return [
    [[serverBuild]],
    [
      [severalNodes, serverTests],
      [...building, ...checking, journeysWith('--workers=2'), screenTests],
    ],
  ]
}

async function main(): Promise<void> {
  const total: Count = { passed: 0, failed: 0 }
  const failures: Failure[] = []
  const flaky: Failure[] = []
  const notRun: Failure[] = []
  const broken = new Set<string>()
  const runStage = async ({ name, does, needs }: Stage) => {
    const broke = (why: unknown): Result => ({ ok: false, output: `${why}\n`, seconds: 0 })
    const outcome = needs && broken.has(needs) ? broke(`not run: the ${needs} failed`) : await does().catch(broke)
    const { ok, output, seconds, passed = ok ? 1 : 0, failed = ok ? 0 : 1 } = outcome
    if (failed > 0) broken.add(name)
    total.passed += passed
    total.failed += failed
    failures.push(...(outcome.failures ?? []))
    flaky.push(...(outcome.flaky ?? []))
    notRun.push(...(outcome.notRun ?? []))
    if (failed > 0) process.stdout.write(`\n${output.trimEnd()}\n\n`)
    console.log(`${failed > 0 ? 'FAILED' : 'ok'}  ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`)
  }
  for (const step of chosen(process.argv[2]))
    await Promise.all(
      step.map(async (stages) => {
        for (const stage of stages) await runStage(stage)
      }),
    )
  rmSync(reports, { recursive: true, force: true })
  // Repeated at the end, where readers of the last lines find them.
  for (const { title, how } of failures) console.log(`\n${title}\n${how}`)
  for (const { title, how } of flaky) console.log(`\nflaky: ${title}\n${how}`)
  for (const { title, how } of notRun) console.log(`\nnot run: ${title}\n${how}`)
  console.log(`${total.passed} passed, ${total.failed} failed${notRun.length > 0 ? `, ${notRun.length} skipped` : ''}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

await main()
