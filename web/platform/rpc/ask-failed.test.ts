// @vitest-environment node
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAskFailed } from '#web/platform/rpc/ask-failed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const day = 24 * 60 * 60 * 1000
const refusal = (status: number, retryAfter?: number) =>
  Object.assign(new Error(), { status, data: { headers: { 'retry-after': retryAfter } } })

/** Screens whose queries failed with these errors, and a count of each query's requests. */
async function failing(refusals: Record<string, Error>) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: string[] = []
  for (const [name, refused] of Object.entries(refusals)) {
    const queryFn = async () => {
      asked.push(name)
      throw refused
    }
    new QueryObserver(queries, { queryKey: [name], queryFn }).subscribe(() => {})
  }
  await vi.advanceTimersByTimeAsync(0)
  return { failed: openAskFailed(queries), asked: () => asked.splice(0) }
}

it('a failed query is repeated when the server is back, but not before the time that the server named, and never if it was refused', async () => {
  const { failed, asked } = await failing({
    gone: refusal(503),
    busy: refusal(429, 60),
    refused: refusal(403),
    never: refusal(429, 40 * 24 * 3600),
  })
  expect(asked()).toEqual(['gone', 'busy', 'refused', 'never'])
  failed.now()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked()).toEqual(['gone'])
  await vi.advanceTimersByTimeAsync(2_000)
  // Queries that still failed were repeated along with it.
  expect(asked().sort()).toEqual(['busy', 'gone'])
  failed.stop()
  await vi.advanceTimersByTimeAsync(30 * day)
  expect(asked()).toEqual([])
})

it('a pause longer than a timer can wait is not ignored', async () => {
  const { failed, asked } = await failing({ never: refusal(429, 40 * 24 * 3600) })
  asked()
  failed.now()
  await vi.advanceTimersByTimeAsync(30 * day)
  expect(asked()).toEqual([])
  await vi.advanceTimersByTimeAsync(11 * day)
  expect(asked()).toContain('never')
  failed.stop()
})
