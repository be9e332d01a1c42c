// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadWithRetry } from '#web/platform/loading/load-with-retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A module that loads at the third attempt. */
const latecomer = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError()).mockRejectedValueOnce(new TypeError()).mockResolvedValue('here')

test('a window that was opened while the server was away becomes live when it is back', async () => {
  const load = latecomer()
  const use = vi.fn()
  loadWithRetry(load, use)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(use.mock.calls).toEqual([['here']])
  expect(load).toHaveBeenCalledTimes(3)
})

test('a person who signs out meanwhile no longer gets it', async () => {
  const load = latecomer()
  const use = vi.fn()
  const giveUp = loadWithRetry(load, use)
  await vi.advanceTimersByTimeAsync(0)
  giveUp()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(1)
  expect(use).not.toHaveBeenCalled()
})
