// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { isRetried } from '#domain/storage-error.ts'
import { type Answer, NetworkFailure } from '#web/platform/uploads/send-file.ts'
import { retryAfterMs, type UploadDependencies, UploadError, uploadFile } from '#web/platform/uploads/upload-file.ts'

const image = { path: 'products/p/0_a.jpg' }
const stored: Answer = { status: 200, body: image, retryAfter: null }
const refused = (status: number, code: string, retryAfter: string | null = null): Answer => ({
  status,
  body: { error: `sentence of ${code}`, code },
  retryAfter,
})

/** An answer of a proxy, which has no sentence, so the browser's own is shown. */
const foreign = (status: number, retryAfter: string | null = null): Answer => ({ status, body: null, retryAfter })

/** Dependencies whose clock moves only by sleeping. Each attempt gets the next of `answers`; the last one repeats. */
function dependenciesFor(...answers: (Answer | 'no answer')[]) {
  const log = { urls: [] as string[], pauses: [] as number[], clock: 0 }
  const dependencies: UploadDependencies = {
    now: () => log.clock,
    random: () => 0.5,
    online: async () => {},
    sizeOf: async () => ({ width: 4, height: 3 }),
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      log.pauses.push(ms)
      log.clock += ms
    },
    newKey: () => `key-${log.urls.length}`,
    digest: async () => 'sha-256=:hash:',
    ask: async () => ({ offset: 0, isComplete: false }),
    send: async (url) => {
      const answer = answers[Math.min(log.urls.push(url), answers.length) - 1] ?? 'no answer'
      if (answer === 'no answer') throw new NetworkFailure('No answer came.')
      return answer
    },
  }
  return { dependencies, log }
}

const file = new File(['bytes'], 'a.jpg', { type: 'image/jpeg' })
const upload = (dependencies: UploadDependencies, signal = new AbortController().signal) =>
  uploadFile('/images?name=a.jpg', file, (body) => body, { signal, onProgress: () => {}, onPause: () => {} }, dependencies)

describe('the upload of one file (spec §9, product §11)', () => {
  it('has a key in its address, and its answer is read', async () => {
    const { dependencies, log } = dependenciesFor(stored)
    expect(await upload(dependencies)).toEqual(image)
    expect(log.urls).toEqual(['/images?name=a.jpg&upload=key-0'])
    expect(log.pauses).toEqual([])
  })

  it.each([
    [1, 1_000_000, true],
    [1_010, 10, true],
    [30_001, 400, true],
    [30_000, 300, false],
    [1_080, 25_000, false],
    [1, 1, false],
  ])('of %i × %i pixels is refused before it is sent: %j', async (width, height, isRefused) => {
    const { dependencies, log } = dependenciesFor(stored)
    const outcome = await upload({ ...dependencies, sizeOf: async () => ({ width, height }) }).catch(({ code, again }) => ({ code, again }))
    expect(outcome).toEqual(isRefused ? { code: 'image-shape', again: false } : image)
    expect(log.urls).toHaveLength(isRefused ? 0 : 1)
  })

  it('is retried after 5xx, 408, 429 and lost connections, and nothing else', async () => {
    expect([500, 502, 503, 599, 408, 429].every(isRetried)).toBe(true)
    expect([400, 401, 403, 404, 409, 413, 415, 422].some(isRetried)).toBe(false)
    const { dependencies, log } = dependenciesFor(
      refused(503, 'unavailable'),
      'no answer',
      refused(408, 'internal'),
      refused(429, 'too-many-requests'),
      foreign(503),
      foreign(408),
      stored,
    )
    expect(await upload(dependencies)).toEqual(image)
    expect(log.urls).toHaveLength(7)
  })

  it('waits longer each time, from one second, with jitter', async () => {
    const { dependencies, log } = dependenciesFor('no answer', 'no answer', 'no answer', stored)
    await upload(dependencies)
    expect(log.pauses).toEqual([750, 1500, 3000])
  })

  it('waits at least as long as the server asks', async () => {
    const { dependencies, log } = dependenciesFor(refused(429, 'too-many-requests', '17'), foreign(503, '23'), stored)
    await upload(dependencies)
    expect(log.pauses).toEqual([17_000, 23_000])
    expect(retryAfterMs('Thu, 01 Jan 1970 00:01:00 GMT', 0)).toBe(60_000)
    expect(retryAfterMs('nonsense', 0)).toBe(0)
  })

  it('gives up within ten minutes and keeps the last cause', async () => {
    const { dependencies, log } = dependenciesFor(refused(503, 'unavailable'))
    const error = await upload(dependencies).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(UploadError)
    expect(error).toMatchObject({ code: 'storage/retry-limit-exceeded', again: true, cause: { code: 'unavailable' } })
    expect(log.clock).toBeLessThanOrEqual(limits.upload.budgetMs)
    expect(log.clock).toBeGreaterThan(limits.upload.budgetMs - 2 * limits.upload.retryLongestMs)
  })

  it('does not wait for an answer that is due after the budget', async () => {
    const { dependencies, log } = dependenciesFor(refused(429, 'too-many-requests', '3600'))
    await expect(upload(dependencies)).rejects.toMatchObject({ code: 'storage/retry-limit-exceeded' })
    expect(log.clock).toBe(0)
  })

  it.each([
    [402, 'The service is not available at the moment. Try again in a little while.'],
    [401, 'Sign in to continue.'],
    [403, 'Your role does not allow this.'],
    [404, 'This no longer exists, or you cannot see it.'],
  ])('shows what %i of a proxy means, is not retried automatically, and may be by hand', async (status, message) => {
    const { dependencies, log } = dependenciesFor(foreign(status))
    await expect(upload(dependencies)).rejects.toMatchObject({ message, again: true })
    expect(log.urls).toHaveLength(1)
    expect(log.pauses).toEqual([])
  })

  it('reports at once that a file is no picture, and that a retry cannot help', async () => {
    const { dependencies, log } = dependenciesFor(refused(422, 'image-type'))
    await expect(upload(dependencies)).rejects.toMatchObject({ code: 'image-type', message: 'sentence of image-type', again: false })
    expect(log.urls).toHaveLength(1)
  })

  it('stops between two attempts when cancelled', async () => {
    const { dependencies, log } = dependenciesFor('no answer')
    const leaving = new AbortController()
    leaving.abort(new Error('cancelled'))
    await expect(upload(dependencies, leaving.signal)).rejects.toThrow('cancelled')
    expect(log.urls).toHaveLength(1)
  })

  it('pauses while offline without using up its time', async () => {
    const { dependencies, log } = dependenciesFor('no answer', stored)
    dependencies.online = async () => {
      if (log.urls.length === 1) log.clock += 2 * limits.upload.budgetMs
    }
    expect(await upload(dependencies)).toEqual(image)
  })
})
