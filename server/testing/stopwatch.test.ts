import { expect, test } from 'vitest'
import { stopwatch } from '#server/testing/stopwatch.ts'

test('time spent waiting counts', async () => {
  const passed = stopwatch()
  await new Promise((later) => setTimeout(later, 300))
  expect(passed()).toBeGreaterThan(150)
})

test('time in which the process is busy counts', () => {
  const passed = stopwatch()
  const used = process.cpuUsage()
  while (process.cpuUsage(used).user < 300_000);
  expect(passed()).toBeGreaterThan(280)
})

test('time in which the process is not scheduled does not count', () => {
  const passed = stopwatch()
  // Blocks the process, as if it was not scheduled.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  expect(passed()).toBeLessThan(500)
})
