import { ORPCError } from '@orpc/client'
import { describe, expect, it, vi } from 'vitest'
import { errors } from '#domain/errors.ts'
import { endsSession, noAnswer, problemOf, rejectUnsent, waitOf, worthRetrying } from '#web/platform/rpc/problem.ts'

const refusal = new ORPCError('sku-taken', { status: 422, message: 'Another of your products has it.', data: { field: 'sku' } })

describe('a failure as people read it', () => {
  it("has the server's sentence and its field", () => {
    expect(problemOf(refusal)).toEqual({
      code: 'sku-taken',
      status: 422,
      message: 'Another of your products has it.',
      field: 'sku',
    })
  })

  it('is unavailable where the call never reached the server', () => {
    const { message } = errors.unavailable
    expect(problemOf(new TypeError('Failed to fetch'))).toMatchObject({ code: 'unavailable', message })
    expect(problemOf(new ORPCError('BAD_GATEWAY', { status: 502 }))).toMatchObject({ code: 'unavailable', message })
    expect(problemOf(undefined)).toMatchObject({ code: 'unavailable' })
  })

  it('is offline where the browser reports no network, and only then', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { message } = errors.offline
    expect(problemOf(new TypeError('Failed to fetch'))).toMatchObject({ code: 'offline', message })
    // An answer proves a network.
    expect(problemOf(new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }))).toMatchObject({ code: 'unavailable' })
    expect(problemOf(refusal)).toMatchObject({ code: 'sku-taken' })
    online.mockReturnValue(true)
    expect(problemOf(new TypeError('Failed to fetch'))).toMatchObject({ code: 'unavailable' })
    online.mockRestore()
  })

  it('has no unknown outcome if the call began without a network, unlike any other call without an answer', () => {
    const unsent = new TypeError('Failed to fetch')
    const lost = new TypeError('Failed to fetch')
    expect(() => rejectUnsent(unsent)).toThrow(unsent)
    expect([unsent, lost, new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }), refusal].map(noAnswer)).toEqual([false, true, true, false])
  })

  it('has the meaning of the status if another server answered, and never ends a session then', () => {
    const problem = (status: number) => problemOf(new ORPCError('MALFORMED_ORPC_ERROR_RESPONSE', { status, message: '<h1>nginx</h1>' }))
    expect([401, 402, 403, 404, 408, 413, 418, 429, 503].map((status) => [status, problem(status).code, problem(status).status])).toEqual([
      [401, 'not-signed-in', 401],
      [402, 'unavailable', 402],
      [403, 'not-allowed', 403],
      [404, 'not-found', 404],
      [408, 'unavailable', 408],
      [413, 'too-large', 413],
      [418, 'internal', 418],
      [429, 'too-many-requests', 429],
      [503, 'unavailable', 503],
    ])
    for (const status of [401, 402, 404, 418, 429, 503]) expect(problem(status).message).not.toContain('nginx')
    expect(endsSession(new ORPCError('UNAUTHORIZED', { status: 401 }))).toBe(false)
  })

  it('waits as long as the answer asks, in its body or in its header', () => {
    expect(waitOf(new ORPCError('too-many-requests', { status: 429, data: { retryAfter: 7 } }))).toBe(7_000)
    expect(waitOf(new ORPCError('TOO_MANY_REQUESTS', { status: 429, data: { headers: { 'retry-after': '3' }, body: '' } }))).toBe(3_000)
    expect(waitOf(new ORPCError('X', { status: 503, data: { headers: { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' } } }))).toBe(null)
    expect(waitOf(new TypeError('Failed to fetch'))).toBe(null)
  })

  it('shows only Backstall’s own sentence for an unexpected error', () => {
    const { message } = errors.internal
    expect(problemOf(new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, message: 'relation "x"' }))).toMatchObject({ message })
  })

  it('is retried only if it may pass (spec §9)', () => {
    const status = (code: number) => new ORPCError('X', { status: code })
    for (const code of [408, 429, 500, 502, 503, 504]) expect(worthRetrying(status(code)), String(code)).toBe(true)
    for (const code of [400, 401, 402, 403, 404, 409, 413, 418]) expect(worthRetrying(status(code)), String(code)).toBe(false)
    expect(worthRetrying(new TypeError('Failed to fetch'))).toBe(true)
    expect(worthRetrying(refusal)).toBe(false)
  })

  it('shows that no one is signed in now', () => {
    expect(endsSession(new ORPCError('not-signed-in', { status: 401 }))).toBe(true)
    expect(endsSession(new ORPCError('account-suspended', { status: 403 }))).toBe(true)
    expect(endsSession(new ORPCError('not-allowed', { status: 403 }))).toBe(false)
    expect(endsSession(new TypeError('Failed to fetch'))).toBe(false)
  })
})
