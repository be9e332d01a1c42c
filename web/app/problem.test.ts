import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { errors } from '#domain/errors.ts'
import { endsSession, problemOf, worthRetrying } from '#web/app/problem.ts'

const refusal = new ORPCError('sku-taken', { status: 422, message: 'Another of your products has it.', data: { field: 'sku' } })

describe('a failure as people read it', () => {
  it('says what the server said, and beside which field', () => {
    expect(problemOf(refusal)).toEqual({
      code: 'sku-taken',
      status: 422,
      message: 'Another of your products has it.',
      field: 'sku',
    })
  })

  it('calls what never reached the server unavailable', () => {
    const { message } = errors.unavailable
    expect(problemOf(new TypeError('Failed to fetch'))).toMatchObject({ code: 'unavailable', message })
    expect(problemOf(new ORPCError('BAD_GATEWAY', { status: 502 }))).toMatchObject({ code: 'unavailable', message })
    expect(problemOf(undefined)).toMatchObject({ code: 'unavailable' })
  })

  it('shows nothing of an unexpected fault but our own sentence', () => {
    const { message } = errors.internal
    expect(problemOf(new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, message: 'relation "x"' }))).toMatchObject({ message })
  })

  it('tries again only what may mend by itself (spec §9)', () => {
    const status = (code: number) => new ORPCError('X', { status: code })
    expect([408, 429, 500, 503].map((code) => worthRetrying(new ORPCError('X', { status: code })))).toContain(true)
    expect(worthRetrying(new TypeError('Failed to fetch'))).toBe(true)
    expect(worthRetrying(status(503))).toBe(true)
    expect(worthRetrying(refusal)).toBe(false)
  })

  it('knows when nobody is signed in any more', () => {
    expect(endsSession(new ORPCError('not-signed-in', { status: 401 }))).toBe(true)
    expect(endsSession(new ORPCError('account-suspended', { status: 403 }))).toBe(true)
    expect(endsSession(new ORPCError('not-allowed', { status: 403 }))).toBe(false)
    expect(endsSession(new TypeError('Failed to fetch'))).toBe(false)
  })
})
