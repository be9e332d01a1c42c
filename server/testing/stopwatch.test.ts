import { expect, test } from 'vitest'
import { stopwatch } from '#server/testing/stopwatch.ts'

test('time spent waiting counts', async () => {
  const waited = async () => {
    const passed = stopwatch()
    await new Promise((later) => setTimeout(later, 300))
    return passed()
  }
  // More than once, if a busy machine did not schedule this process for much of that time.
  await expect.poll(waited).toBeGreaterThan(150)
})

test('time in which the process is busy counts', () => {
  const passed = stopwatch()
  const started = performance.now()
  const used = process.cpuUsage()
  // Asking for the processor time is itself most of the work, so the clock is read first.
  const isBusyFor = (ms: number) => {
    if (performance.now() - started < ms) return true
    const { user, system } = process.cpuUsage(used)
    return user + system < ms * 1_000
  }
  while (isBusyFor(300));
  expect(passed()).toBeGreaterThan(280)
})

test('time in which the process is not scheduled does not count', () => {
  const passed = stopwatch()
  // Blocks the process, as if it was not scheduled.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  expect(passed()).toBeLessThan(500)
})
