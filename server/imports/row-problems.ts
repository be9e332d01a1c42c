import { AppError, type RefusalText } from '#domain/errors.ts'
import { type NamedText, nameOf } from '#domain/shape-texts.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type StoredProblem, sentenceOf } from '#server/platform/problem-texts.ts'

/** A problem of a row; without a field, it is about the row as a whole. */
export type RowProblem = { field: string | null } & StoredProblem

/** Refuses a cell. */
export const wrongCell = (field: string, message: RefusalText) => new AppError('invalid-argument', { field, ...message })

/** All that a refusal says. Rethrows any other error. */
export function problemsIn(error: unknown): RowProblem[] {
  if (!(error instanceof AppError)) throw error
  const { issues, missing } = error.detail ?? {}
  if (Array.isArray(issues)) return issues.map(({ field, ...issue }) => ({ field: field || null, ...textOfIssue(issue) }))
  const { message, named } = error
  return (Array.isArray(missing) ? missing : [error.field ?? null]).map((field) => ({ field, message, named }))
}

type Issue = StoredProblem & { params?: Record<string, unknown> | undefined }

/** What an issue of a refusal or of the schema library says, with its name. */
export const textOfIssue = ({ message, named, params }: Issue): StoredProblem => ({
  message,
  named: named ?? (params as NamedText | undefined) ?? nameOf(message),
})

/** Runs a check and adds what it refuses to the problems; it then returns undefined. */
export function attempt<Value>(problems: RowProblem[], check: () => Value): Value | undefined {
  try {
    return check()
  } catch (error) {
    problems.push(...problemsIn(error))
    return undefined
  }
}

/** One refusal with all these problems. */
export const refusalWith = (problems: readonly RowProblem[]): AppError => new AppError('invalid-argument', { detail: { issues: problems } })

/** The problems without repetitions, and not endlessly many. */
export function distinct(problems: readonly RowProblem[]): RowProblem[] {
  const known = new Map(problems.map((problem) => [`${problem.field}\n${problem.message}`, problem]))
  return [...known.values()].slice(0, limits.request.issuesMax)
}

/** The problems of a row as the two cells of the report: the fields, and the sentences; of several, each names its field. */
export function asCells(problems: readonly RowProblem[]): { field: string | null; message: string } {
  const [first, ...others] = problems
  if (first && others.length === 0) return { field: first.field, message: sentenceOf(first) }
  const fields = new Set(problems.flatMap(({ field }) => field ?? []))
  const sentences = problems.map(({ field, ...problem }) => (field === null ? '' : `${field}: `) + sentenceOf(problem))
  return { field: fields.size === 0 ? null : [...fields].join(', '), message: sentences.join(' ') }
}
