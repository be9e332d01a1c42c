import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleBudget } from './bundle-budget.ts'
import { checks } from './checks.ts'
import { type Failure, failedJourneys, failedTests } from './failures.ts'
import { type Outcome, run } from './run.ts'

type Count = { passed: number; failed: number; failures?: Failure[] }
type Stage = { name: string; does: () => Promise<Outcome & Partial<Count>>; needs?: string }

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

async function unitTests(): Promise<Outcome & Count> {
  const file = join(reports, 'vitest.json')
  const outcome = await run(['vitest', 'run', '--allowOnly=false', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  return counted(outcome, file, (report) => ({
    passed: Number(report.numPassedTests),
    failed: Number(report.numFailedTests) + Number(report.numPendingTests) + Number(report.numTodoTests),
    failures: failedTests(report),
  }))
}

async function browserJourneys(): Promise<Outcome & Count> {
  const file = join(reports, 'playwright.json')
  const outcome = await run(['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json', ...process.argv.slice(3)], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, FORCE_COLOR: '0' },
  })
  return counted(outcome, file, (report) => {
    const { expected, unexpected, flaky, skipped } = report.stats as Record<string, number>
    return { passed: expected ?? 0, failed: (unexpected ?? 0) + (flaky ?? 0) + (skipped ?? 0), failures: failedJourneys(report) }
  })
}

const stages: Stage[] = [
  ...Object.entries(checks).map(([name, command]) => ({ name, does: () => run(command) })),
  { name: 'unit and server tests', does: unitTests },
  { name: 'build', does: () => run(['node', 'scripts/build.ts']) },
  { name: 'bundle budget', does: bundleBudget, needs: 'build' },
  { name: 'browser journeys', does: browserJourneys, needs: 'build' },
]

/** `npm test` runs everything; `check` only what needs no run of the product; `browser` the build and the journeys. */
function chosen(part: string | undefined): Stage[] {
  if (part === 'check') return stages.slice(0, Object.keys(checks).length)
  if (part === 'browser') return stages.filter(({ name, needs }) => name === 'build' || needs === 'build')
  return stages
}

async function main(): Promise<void> {
  const total: Count = { passed: 0, failed: 0 }
  const failures: Failure[] = []
  const broken = new Set<string>()
  for (const { name, does, needs } of chosen(process.argv[2])) {
    const outcome = needs && broken.has(needs) ? { ok: false, output: `not run: the ${needs} failed\n`, seconds: 0 } : await does()
    const { ok, output, seconds, passed = ok ? 1 : 0, failed = ok ? 0 : 1 } = outcome
    if (failed > 0) broken.add(name)
    total.passed += passed
    total.failed += failed
    failures.push(...(outcome.failures ?? []))
    if (failed > 0) process.stdout.write(`\n${output.trimEnd()}\n\n`)
    console.log(`${failed > 0 ? 'FAILED' : 'ok'}  ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`)
  }
  rmSync(reports, { recursive: true, force: true })
  // Once more at the end, where whoever sees only the last lines finds them.
  for (const { title, how } of failures) console.log(`\n${title}\n${how}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

await main()
