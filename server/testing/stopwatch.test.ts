import { expect, test } from 'vitest'
import { stopwatch } from '#server/testing/stopwatch.ts'

test('time that somebody waits for counts', async () => {
  const passed = stopwatch()
  await new Promise((later) => setTimeout(later, 300))
  expect(passed()).toBeGreaterThan(150)
})

test('time that somebody keeps the process busy counts', () => {
  const passed = stopwatch()
  const used = process.cpuUsage()
  while (process.cpuUsage(used).user < 300_000);
  expect(passed()).toBeGreaterThan(280)
})

test('time in which the process did not get its turn does not', () => {
  const passed = stopwatch()
  // As good as not running at all.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  expect(passed()).toBeLessThan(500)
})
