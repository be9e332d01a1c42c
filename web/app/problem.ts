import { type ErrorCode, errors } from '#domain/errors.ts'

/** What is known of a failure: from a typed call, a plain route, or the network. */
export type Problem = { code: ErrorCode; status: number; message: string; field: string | undefined }

type Wire = { code?: unknown; status?: unknown; message?: unknown; data?: { field?: unknown } }

/** Reads any thrown thing as a problem with a sentence for people; what never reached the server counts as unavailable. */
export function problemOf(error: unknown): Problem {
  const { code, status, message, data } = (error ?? {}) as Wire
  if (typeof code === 'string' && Object.hasOwn(errors, code)) {
    const known = code as ErrorCode
    return {
      code: known,
      status: typeof status === 'number' ? status : errors[known].status,
      message: typeof message === 'string' && message !== '' ? message : errors[known].message,
      field: typeof data?.field === 'string' ? data.field : undefined,
    }
  }
  const fallback: ErrorCode = error instanceof TypeError || typeof status !== 'number' || status >= 502 ? 'unavailable' : 'internal'
  return { code: fallback, status: errors[fallback].status, message: errors[fallback].message, field: undefined }
}

/** Failures that another attempt may mend: the network, 5xx, 408 and 429 (spec §9). */
export function worthRetrying(error: unknown): boolean {
  const { status } = problemOf(error)
  return status >= 500 || status === 408 || status === 429
}

/** Nobody knows what became of it: the answer was lost, or it tells of a breakdown. A write may have happened all the same. */
export function noAnswer(error: unknown): boolean {
  return problemOf(error).status >= 500
}

/** The server no longer lets this person do anything: signed out, or suspended meanwhile. */
export function endsSession(error: unknown): boolean {
  const { code } = problemOf(error)
  return code === 'not-signed-in' || code === 'account-suspended' || code === 'account-closed'
}
