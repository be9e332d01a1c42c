import { type ErrorCode, errors } from '#domain/errors.ts'

/** What is known of a failure: from a typed call, a plain route, or the network. */
export type Problem = { code: ErrorCode; status: number; message: string; field: string | undefined }

type Wire = { code?: unknown; status?: unknown; message?: unknown; data?: { field?: unknown; retryAfter?: unknown; headers?: unknown } }

/** What the status of an answer means that is none of ours, such as one of a proxy on the way. What is not here is a fault. */
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
 * Reads any thrown thing as a problem with a sentence for people. What never reached the server is `offline` where the browser knows of
 * no network, else `unavailable` (product §11).
 */
export function problemOf(error: unknown): Problem {
  const { status, message, data } = (error ?? {}) as Wire
  const code = ownCode(error)
  if (code) {
    return {
      code,
      status: typeof status === 'number' ? status : errors[code].status,
      message: typeof message === 'string' && message !== '' ? message : errors[code].message,
      field: typeof data?.field === 'string' ? data.field : undefined,
    }
  }
  if (typeof status !== 'number') return plain(navigator.onLine === false ? 'offline' : 'unavailable')
  return plain(byStatus[status] ?? (status > 504 ? 'unavailable' : 'internal'), status)
}

const plain = (code: ErrorCode, status: number = errors[code].status): Problem => ({
  ...{ code, status },
  message: errors[code].message,
  field: undefined,
})

/** Failures that another attempt may mend: the network, 5xx, 408 and 429 (spec §9). */
export function worthRetrying(error: unknown): boolean {
  const { status } = problemOf(error)
  return status >= 500 || status === 408 || status === 429
}

/** The counts to be confirmed before what cannot be taken back; null where something else went wrong. */
export function countsOf(error: unknown): Record<string, number> | null {
  if (ownCode(error) !== 'count-unconfirmed') return null
  const counts = Object.entries((error as { data?: object }).data ?? {}).filter(([, count]) => typeof count === 'number')
  return Object.fromEntries(counts)
}

/** How long whoever answered wants to hear nothing more, in milliseconds; null where he did not say. */
export function waitOf(error: unknown): number | null {
  const { data } = (error ?? {}) as Wire
  const said = data?.retryAfter ?? (data?.headers as Record<string, unknown> | undefined)?.['retry-after']
  const seconds = typeof said === 'string' && said !== '' ? Number(said) : said
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : null
}

const unsent = new WeakSet<object>()

/** Throws it on, as the failure of a call that was begun without a network: nothing of it can have happened. */
export function neverLeft(error: object): never {
  unsent.add(error)
  throw error
}

/** Nobody knows what became of it: the answer was lost, or it tells of a breakdown. A write may have happened all the same. */
export function noAnswer(error: unknown): boolean {
  return problemOf(error).status >= 500 && !unsent.has(error as object)
}

/** The server no longer lets this person do anything: signed out, or suspended meanwhile. Nobody else can say so. */
export function endsSession(error: unknown): boolean {
  const code = ownCode(error)
  return code === 'not-signed-in' || code === 'account-suspended' || code === 'account-closed'
}
