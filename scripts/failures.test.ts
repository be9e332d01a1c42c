import { expect, test } from 'vitest'
import { failedJourneys, failedTests, flakyJourneys, testsNotRun } from './failures.ts'

const failed = {
  title: 'a buyer orders',
  file: 'shop.journey.ts',
  ok: false,
  tests: [{ results: [{ error: { message: '\u001B[31mError: no row\u001B[39m\n\nCall log:\n  - waiting', location: { line: 60 } } }] }],
}
const flaky = {
  ...failed,
  ok: true,
  title: 'a buyer pays',
  tests: [{ status: 'flaky', results: [...(failed.tests[0]?.results ?? []), {}] }],
}
const passed = { title: 'a seller lists', file: 'shop.journey.ts', ok: true, tests: [{ results: [{}] }] }

test('a failed journey is listed with its line and its error; a passed one is not listed', () => {
  expect(failedJourneys({ suites: [{ specs: [passed], suites: [{ specs: [failed] }] }] })).toEqual([
    { title: 'shop.journey.ts:60 a buyer orders', how: 'Error: no row\nCall log:\n  - waiting' },
  ])
})

test('a journey that passed only on its second run is listed as flaky, not as failed', () => {
  const report = { suites: [{ specs: [passed, flaky, failed] }] }
  expect(flakyJourneys(report)).toMatchObject([{ title: 'shop.journey.ts:60 a buyer pays', how: expect.stringContaining('no row') }])
  expect(failedJourneys(report)).toHaveLength(1)
})

test('a failed test is listed with its file, and so is a file that broke before its first test', () => {
  const one = { title: 'a price is exact', status: 'failed', failureMessages: ['Error: 1 is not 2\nat x'] }
  const testResults = [
    { name: '/some/where/project/domain/money.test.ts', assertionResults: [{ title: 'fine', status: 'passed' }, one] },
    { name: '/some/where/project/domain/broken.test.ts', message: 'No such module', assertionResults: [] },
  ]
  expect(failedTests({ testResults })).toEqual([
    { title: 'project/domain/money.test.ts a price is exact', how: 'Error: 1 is not 2\nat x' },
    { title: 'project/domain/broken.test.ts', how: 'No such module' },
  ])
})

test('a test that could not run here is listed with its reason; one that is skipped without a reason is not', () => {
  const missing = { title: 'three nodes behind nginx', status: 'skipped', meta: { notRun: 'nginx is not installed' } }
  const assertionResults = [missing, { title: 'left out', status: 'skipped', meta: {} }, { ...missing, status: 'passed' }]
  expect(testsNotRun({ testResults: [{ name: '/some/where/server/app/nodes.test.ts', assertionResults }] })).toEqual([
    { title: 'server/app/nodes.test.ts three nodes behind nginx', how: 'nginx is not installed' },
  ])
})
