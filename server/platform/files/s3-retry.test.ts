import { expect, test } from 'vitest'
import { isWorthRetrying, s3Error } from '#server/platform/files/s3-error.ts'
import { retryWithin } from '#server/platform/files/s3-retry.ts'

const answered = (httpStatusCode: number, name = 'Error') =>
  Object.assign(new Error(name), {
    name,
    $fault: 'server' as const,
    $service: 's3',
    cause: new Error('the last attempt'),
    $metadata: { httpStatusCode },
  })
const noAnswer = (code: string) => Object.assign(new Error(code), { code })
const busy = { error: answered(503), errorType: 'TRANSIENT' as const }

test('5xx, 408, 429 and a missing answer are retried, nothing else (spec §9)', () => {
  expect([500, 502, 503, 599, 408, 429].map((status) => isWorthRetrying(answered(status)))).not.toContain(false)
  expect(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN'].map((code) => isWorthRetrying(noAnswer(code)))).not.toContain(false)
  expect(isWorthRetrying(Object.assign(new Error(), { name: 'TimeoutError' }))).toBe(true)
  expect([400, 401, 402, 403, 404, 409, 412].map((status) => isWorthRetrying(answered(status)))).not.toContain(true)
  expect(isWorthRetrying(new Error('a fault of ours'))).toBe(false)
})

test('pauses double from one second, with jitter, up to the longest', async () => {
  const strategy = retryWithin(60 * 60 * 1000)
  let token = await strategy.acquireInitialRetryToken('')
  for (const full of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    token = await strategy.refreshRetryTokenForRetry(token, busy)
    expect(token.getRetryDelay()).toBeGreaterThanOrEqual(full / 2)
    expect(token.getRetryDelay()).toBeLessThanOrEqual(full)
  }
})

test.each([
  ['NoSuchKey', 404, 'object-not-found'],
  ['NoSuchBucket', 404, 'bucket-not-found'],
  ['AccessDenied', 403, 'unauthorized'],
  ['InvalidAccessKeyId', 403, 'unauthorized-app'],
  ['ExpiredToken', 400, 'unauthenticated'],
  ['BadDigest', 400, 'invalid-checksum'],
  ['Strange', 401, 'unauthenticated'],
  ['Strange', 402, 'quota-exceeded'],
  ['Strange', 403, 'unauthorized'],
  ['Strange', 404, 'object-not-found'],
  ['Strange', 418, 'unknown'],
])('%s with status %i is storage/%s', (name, status, reason) => {
  expect(s3Error(answered(status, name)).reason).toBe(reason)
})
