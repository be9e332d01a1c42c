import { type ErrorCode, errors } from '#domain/errors.ts'

/** A failure of a typed call, a plain route, or the network, as shown to people. */
export type Problem = { code: ErrorCode; status: number; message: string; field: string | undefined }

type Wire = { code?: unknown; status?: unknown; message?: unknown; data?: { field?: unknown; retryAfter?: unknown; headers?: unknown } }

/** The meaning of the status of an answer that is not Backstall's, such as a proxy's. Any other status is an internal error. */
const byStatus: Record<number, ErrorCode> = {
  400: 'invalid-argument',
  401: 'not-signed-in',
  402: 'unavailable',
  403: 'not-allowed',
  404: 'not-found',
  408: 'unavailable',
  413: 'too-large',
  429: 'too-many-requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** The code of an answer that is Backstall's own; undefined for one of a proxy, or for none. */
export function ownCode(error: unknown): ErrorCode | undefined {
  const { code } = (error ?? {}) as Wire
  return typeof code === 'string' && Object.hasOwn(errors, code) ? (code as ErrorCode) : undefined
}

/**
 * Turns anything thrown into a problem with a sentence for people. A call that never reached the server is `offline` where the browser
 * reports no network, else `unavailable` (product §11).
 */
export function problemOf(error: unknown): Problem {
  const { status, message, data, field } = (error ?? {}) as Wire & { field?: unknown }
  const code = ownCode(error)
  if (code) {
    return {
      code,
      status: typeof status === 'number' ? status : errors[code].status,
      message: typeof message === 'string' && message !== '' ? message : errors[code].message,
      // A refusal of the browser's own code is an AppError, with the field in itself.
      field: [data?.field, field].find((name) => typeof name === 'string'),
    }
  }
  if (typeof status !== 'number') return plain(navigator.onLine === false ? 'offline' : 'unavailable')
  return plain(byStatus[status] ?? (status > 504 ? 'unavailable' : 'internal'), status)
}

const plain = (code: ErrorCode, status: number = errors[code].status): Problem => ({
  code,
  status,
  message: errors[code].message,
  field: undefined,
})

/** True for failures that another attempt may fix: the network, 5xx, 408 and 429 (spec §9). */
export function worthRetrying(error: unknown): boolean {
  const { status } = problemOf(error)
  return status >= 500 || status === 408 || status === 429
}

/** How long the answer asks to wait, in milliseconds; null if it does not. */
export function waitOf(error: unknown): number | null {
  const { data } = (error ?? {}) as Wire
  const value = data?.retryAfter ?? (data?.headers as Record<string, unknown> | undefined)?.['retry-after']
  const seconds = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : null
}

const unsent = new WeakSet<object>()

/** Throws the error of a call that began without a network: it cannot have had an effect. */
export function rejectUnsent(error: object): never {
  unsent.add(error)
  throw error
}

/** True if the outcome is unknown: the answer was lost, or reports a server error. A write may have happened. */
export function noAnswer(error: unknown): boolean {
  return problemOf(error).status >= 500 && !unsent.has(error as object)
}

/** True if the server ended this person's access: signed out, suspended or closed. Only Backstall's own codes count. */
export function endsSession(error: unknown): boolean {
  const code = ownCode(error)
  return code === 'not-signed-in' || code === 'account-suspended' || code === 'account-closed'
}
