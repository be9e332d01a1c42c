import type { Collection, Finding, ImportOptions, TransferCounts, TransferPart, TransferProgress } from '#domain/transfer.ts'
import type { App } from '#server/platform/app.ts'
import type { ReservedSql } from '#server/platform/database/sql.ts'
import type { HashConfig } from '#server/transfers/hash-config.ts'
import type { Problem } from '#server/transfers/problem.ts'
import type { Shapes } from '#server/transfers/shapes.ts'

/** What an import or export needs of the app; a command from the shell has no more than this. */
export type TransferApp = Pick<App, 'sql' | 'storage'> & { config: Pick<App['config'], 'currency' | 'supportEmail'> }

/**
 * What the caller of an import learns on the way, and how the caller ends it: between two batches, which leaves what is written. The import waits
 * for `onProgress`.
 */
export type Listener = { onFinding: (finding: Finding) => void; onProgress: (progress: TransferProgress) => unknown; signal?: AbortSignal }

/** One import under way. `sql` is one connection, whose temporary tables hold what was read so far, so that memory stays flat. */
export type Transfer = Listener & {
  app: TransferApp
  options: ImportOptions
  shapes: Shapes
  hashes: HashConfig | null
  hasAccounts: boolean
  sql: ReservedSql
  progress: TransferProgress
}

/** What became of a record, or a file. */
export type Outcome = Exclude<keyof TransferCounts, 'read'>

const none = (): TransferCounts => ({ read: 0, created: 0, updated: 0, unchanged: 0, kept: 0, rejected: 0 })

/** Counts what became of some records; null if that is counted elsewhere, as an account is with its person. */
export function count(transfer: Pick<Transfer, 'progress'>, part: TransferPart, outcomes: readonly (Outcome | null)[]): void {
  const counts = countsOf(transfer, part)
  counts.read += outcomes.length
  for (const outcome of outcomes) if (outcome) counts[outcome] += 1
}

/** The counts of a part, to add to. */
export function countsOf({ progress }: Pick<Transfer, 'progress'>, part: TransferPart): TransferCounts {
  progress.counts[part] ??= none()
  return progress.counts[part]
}

type About = { collection: TransferPart; line: number | null; id: string | null }

/** A problem as a line of the report. It may quote the export: control characters are replaced, which neither the database nor a terminal should get. */
export const findingOf = ({ collection, line, id }: About, { field, code, message }: Problem, outcome: Finding['outcome']): Finding => ({
  collection,
  line,
  id,
  field: field === null ? null : withoutControls(field.slice(0, fieldMax)),
  code,
  message: withoutControls(message),
  outcome,
})

/** Reports why a record is left out, and counts it. */
export function refuse(transfer: Transfer, about: About, problems: readonly Problem[]): void {
  for (const one of problems) transfer.onFinding(findingOf(about, one, 'rejected'))
  count(transfer, about.collection, ['rejected'])
}

const fieldMax = 300
const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '\ufffd')

/** A list as a value that SQL reads by `json_array_elements_text`. */
export const listed = (ids: Iterable<string>): string => JSON.stringify([...ids])

/** True for a collection whose records others refer to by their ids. */
export type Referred = Extract<Collection, 'users' | 'products'>
