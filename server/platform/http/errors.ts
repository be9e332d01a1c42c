import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import { AppError, type ErrorCode, errors } from '#domain/errors.ts'
import { codeOf, outageOf, outOfReach, textOf } from '#server/platform/database/outages.ts'
import { errorToLog, faultOf } from '#server/platform/error-to-log.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { timesWithin } from '#server/platform/log-rarely.ts'
import { refusalText, type StoredProblem } from '#server/platform/problem-texts.ts'

/** A refusal as it goes over the wire: oRPC sends `data`, plain routes `{ error, code, field }`. */
export type Answer = {
  status: number
  code: ErrorCode
  message: string
  data: { field?: string; issues?: Issue[] } & Record<string, unknown>
  /** Seconds; sent as `Retry-After`. */
  retryAfter: number | null
}
type Issue = { field: string; message: string }

/** An issue as zod and other validators report it; a path part may be wrapped. */
type RawIssue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }

/** PostgreSQL's codes for values it cannot store (class 22): a mistake of the caller that a schema missed. */
const unstorable = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008'])

const answer = (code: ErrorCode, message: string = errors[code].message): Answer => ({
  status: errors[code].status,
  code,
  message,
  data: {},
  retryAfter: null,
})

function fromAppError(error: AppError): Answer {
  const { issues, ...detail } = error.detail ?? {}
  const { retryAfter } = detail
  const sent = Array.isArray(issues) && { issues: issues.map(({ field, message }) => ({ field, message })) }
  return {
    ...answer(error.code, error.message),
    data: { ...detail, ...sent, ...(error.field !== undefined && { field: error.field }) },
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
  }
}

/** The input field of a product's id, per noun. */
const productIds: Readonly<Record<string, string>> = { products: 'id', editRequests: 'product_id' }

/**
 * The answer to an input of the wrong shape: the first issue is the message, all are in `data`. `noun` is the noun of the call: a missing
 * or invalid product id answers `Product not found!` (spec §5).
 */
function answerToIssues(raw: readonly RawIssue[], noun = ''): Answer {
  const issues = raw.slice(0, limits.request.issuesMax).map(({ path = [], message }) => ({
    field: path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
    message,
  }))
  const id = issues.find(({ field }) => field === productIds[noun])
  if (id) id.message = refusalText('product-not-found').message
  const [first] = id ? [id] : issues
  if (!first) return answer('invalid-argument')
  return { ...answer('invalid-argument', first.message), data: { ...(first.field && { field: first.field }), issues } }
}

/** The input, validated for a plain route. Throws `invalid-argument` with field, sentence and all issues. */
export function inShape<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const parsed = shape.safeParse(input)
  if (parsed.success) return parsed.data
  const { message, data } = answerToIssues(parsed.error.issues)
  throw new AppError('invalid-argument', { message, field: data.field, detail: { issues: data.issues } })
}

const byStatus: Record<string, ErrorCode> = { 404: 'not-found', 405: 'wrong-method', 413: 'too-large', 415: 'wrong-content-type' }

/** The issues of an input that oRPC refused. */
const issuesIn = (error: unknown): readonly RawIssue[] | undefined =>
  error instanceof ORPCError && error.code === 'BAD_REQUEST' ? error.data?.issues : undefined

/** The answer to any error; it contains nothing internal. `call` is the name of the call, if it was one. Unknown errors are `internal`. */
export function answerTo(error: unknown, call = ''): Answer {
  if (error instanceof AppError) return fromAppError(error)
  const issues = issuesIn(error)
  if (issues) return answerToIssues(issues, call.split('.', 1)[0])
  const code = codeOf(error)
  const outage = outageOf(error)
  if (outage) return fromAppError(new AppError('unavailable', outage.retryAfter ? { detail: { retryAfter: outage.retryAfter } } : {}))
  if (unstorable.has(code)) return answer('invalid-argument')
  const status = textOf(error, 'statusCode')
  if (code.startsWith('FST_') && /^4\d\d$/.test(status)) return answer(byStatus[status] ?? 'invalid-argument')
  return answer('internal')
}

/** What the answer to an error says, as it is stored. */
export function textOfError(error: unknown): StoredProblem {
  const { code, message } = answerTo(error)
  return { message, named: error instanceof AppError ? error.named : { text: code, values: {} } }
}

/** Each outage is logged at most this often (ms). */
const outageMs = 10_000
/** The stack of each kind of fault is logged at most this often (ms). */
const faultMs = 60_000

/** Logs an unexpected error as `logFault` does, an outage as `logOutage` does. */
export function logUnexpected(error: unknown, { code }: Answer, where: string): void {
  if (code === 'internal') logFault(error, where)
  if (code === 'unavailable') logOutage(error, where)
}

/** Logs a fault with its stack. Repetitions within a minute are counted, and logged in one line each at 10, 100, 1,000 … times. */
export function logFault(error: unknown, where: string): void {
  const times = timesWithin(faultMs, faultOf(error))
  if (times === 1) console.error(`${where} failed: ${errorToLog(error)}`)
  else if (/^10+$/.test(String(times))) console.error(`${where} failed as before, ${times} times within a minute.`)
}

/** Logs an outage in one line, and each kind of outage at most once per `outageMs`. */
export function logOutage(error: unknown, where: string): void {
  const outage = outageOf(error) ?? outOfReach
  if (timesWithin(outageMs, outage) === 1) console.error(`${where}: ${outage.sentence} (${codeOf(error)}).`)
}

/** Method and path of a request for the log, without the query, which may be the token of a mailed link. */
export const placeOf = ({ method, url }: { method: string; url: string }): string => `${method} ${url.split('?', 1)[0]}`

/** True if the rest of the body is not read: it is too large, or too slow. */
export const isCutOff = ({ code }: Answer): boolean => code === 'too-large' || code === 'too-slow'

/** The body of a refusal on a plain route. */
export const plainBody = ({ message, code, data }: Answer) => ({ error: message, code, field: data.field ?? null })
