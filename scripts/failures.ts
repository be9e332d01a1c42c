/** A failed test: its file and title, and the error in a few lines. */
export type Failure = { title: string; how: string }

/** How many lines of an error are shown; the rest is a stack trace. */
const linesShown = 8

type Suite = { suites?: Suite[]; specs?: Spec[] }
type Spec = {
  title: string
  file: string
  ok: boolean
  tests: { status?: string; results: { error?: { message?: string; location?: { line: number } } }[] }[]
}
type TestResult = { title: string; status: string; failureMessages?: string[]; meta?: { notRun?: string } }
type TestFile = { name: string; message?: string; assertionResults: TestResult[] }

/** An error without terminal colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this very character
const plain = (text: string) => text.replaceAll(/\u001B\[[\d;]*m/g, '')

const shortened = (text: string) =>
  plain(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, linesShown)
    .join('\n')

const specsOf = ({ suites = [], specs = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)]

/** The error of a journey's first failed run, if any run failed. */
const errorOf = ({ tests }: Spec) => tests.flatMap(({ results }) => results).find((result) => result.error)?.error

const titleOf = (spec: Spec): string => `${spec.file}:${errorOf(spec)?.location?.line ?? '?'} ${spec.title}`

const failureOf = (spec: Spec): Failure => ({ title: titleOf(spec), how: shortened(errorOf(spec)?.message ?? 'It gave no reason.') })

/** The failed journeys of Playwright's report. */
export const failedJourneys = (report: object): Failure[] =>
  specsOf(report as Suite)
    .filter(({ ok }) => !ok)
    .map(failureOf)

/** The journeys that failed and passed when they were repeated, with their errors. */
export const flakyJourneys = (report: object): Failure[] =>
  specsOf(report as Suite)
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(failureOf)

const shortName = (name: string) => name.split('/').slice(-3).join('/')

/** The tests that did not run because this machine lacks a program, with that reason; any other test that is skipped counts as failed. */
export function testsNotRun(report: object): Failure[] {
  const { testResults = [] } = report as { testResults?: TestFile[] }
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ title, status, meta }) =>
      status === 'skipped' && meta?.notRun ? [{ title: `${shortName(name)} ${title}`, how: meta.notRun }] : [],
    ),
  )
}

/** The failed tests of Vitest's report, and the files that broke before their first test. */
export function failedTests(report: object): Failure[] {
  const { testResults = [] } = report as { testResults?: TestFile[] }
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = shortName(name)
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages = [] }) => ({ title: `${file} ${title}`, how: shortened(failureMessages.join('\n')) }))
    return failed.length === 0 && message ? [{ title: file, how: shortened(message) }] : failed
  })
}
