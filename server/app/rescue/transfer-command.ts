import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Finding, type TransferProgress, transferParts } from '#domain/transfer.ts'
import { onDatabase } from '#server/app/rescue/rescue-database.ts'
import type { Config } from '#server/platform/config.ts'
import { isNodeRunning } from '#server/platform/database/locks.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { StartError } from '#server/platform/start-error.ts'
import { ImportCancelled, importByServer } from '#server/transfers/follow-run.ts'
import { importFolder } from '#server/transfers/import-folder.ts'
import { endInterrupted } from '#server/transfers/runs.ts'
import type { TransferApp } from '#server/transfers/transfer.ts'

/** Runs an import or export on the database of the running Backstall, or else of the data folder, with its file store. */
export const onTransferApp = <Result>(config: Config, run: (app: TransferApp) => Promise<Result>): Promise<Result> =>
  onDatabase(config, async ({ sql }) => {
    const [installation] = await sql<{ currency: string }[]>`select currency from installation`
    if (!installation) throw new StartError('Backstall was never started with this database. Start it once first.')
    return run({ sql, storage: await openStorage(config.storage), config: { ...config, currency: installation.currency } })
  })

const usage = 'Usage: npm run import -- <folder> [--dry-run] [--report <file>] [--major-units]'

type Options = NonNullable<ParseArgsConfig['options']>

/** Reads a command line of one folder with these options. Throws `StartError` with the usage. */
export function readArguments<Given extends Options>(args: readonly string[], options: Given, usage: string) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [folder, ...rest] = positionals
    if (folder && rest.length === 0) return { folder: resolve(folder), values }
  } catch {
    // Falls through to the usage.
  }
  throw new StartError(usage)
}

/** An option that is given or not. */
export const flag = { type: 'boolean', default: false } as const

const everyMs = 1_000
const number = new Intl.NumberFormat('en')

/** The lines that say how far it is. */
const linesOf = ({ counts }: TransferProgress): string[] =>
  transferParts.flatMap((part) => {
    const of = counts[part]
    if (!of?.read) return []
    const { read, ...became } = of
    const parts = Object.entries(became).flatMap(([name, many]) => (many > 0 ? [`${number.format(many)} ${name}`] : []))
    return [`${part.padEnd(14)}${[`${number.format(read)} read`, ...parts].join(', ')}`]
  })

function openReport(report: string): number {
  try {
    return openSync(report, 'w', 0o600)
  } catch (error) {
    throw new StartError(`The report cannot be written to ${report}: ${error instanceof Error ? error.message : error}`)
  }
}

/** What the findings say, each sentence once with how often and where first. */
function openFindings(report: string | undefined) {
  const file = report === undefined ? null : openReport(report)
  const seen = new Map<string, { first: Finding; times: number }>()
  const add = (finding: Finding) => {
    if (file !== null) writeSync(file, `${JSON.stringify(finding)}\n`)
    const key = [finding.collection, finding.field?.split('.', 1)[0], finding.code].join(' ')
    const known = seen.get(key)
    if (known) known.times += 1
    else seen.set(key, { first: finding, times: 1 })
  }
  const lines = () =>
    [...seen.values()].map(({ first: { collection, line, field, message, outcome }, times }) => {
      const place = [line === null ? null : `line ${line}`, field].filter(Boolean).join(', ')
      return `${collection}${place ? ` (${place})` : ''}, ${outcome}${times > 1 ? ` ${number.format(times)} times` : ''}: ${message}`
    })
  return { add, lines, close: () => file !== null && closeSync(file) }
}

/**
 * `npm run import -- <folder>`. A running Backstall imports it, and this follows; else the import is made here. Returns what to print at the end. An
 * abort ends it after the batch under way.
 */
export async function importCommand(
  config: Config,
  args: readonly string[],
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const { folder, values } = readArguments(args, { 'dry-run': flag, 'major-units': flag, report: { type: 'string' } }, usage)
  const { report } = values
  const options = { dryRun: values['dry-run'], majorUnits: values['major-units'] }
  const findings = openFindings(report)
  const onWait = printRarely(print)
  const onProgress = (progress: TransferProgress) =>
    onWait(linesOf({ ...progress, counts: progress.at ? { [progress.at]: progress.counts[progress.at] } : {} }).join(''))
  const listener = { onFinding: findings.add, onProgress, signal }
  try {
    const done = await onTransferApp(config, async (app) => {
      const [node] = await app.sql<{ isRunning: boolean }[]>`select ${app.sql.unsafe(isNodeRunning)} as "isRunning"`
      if (node?.isRunning) return importByServer(app, folder, options, { ...listener, onWait })
      await endInterrupted(app.sql, options)
      return importFolder(app, folder, options, listener)
    })
    const end = options.dryRun ? 'This was a dry run: nothing was written.' : 'The import is done.'
    return [...findings.lines(), '', ...linesOf(done), end, ...(report ? [`All findings are in ${report}.`] : [])].join('\n')
  } catch (error) {
    if (signal.aborted && !(error instanceof StartError)) throw new ImportCancelled()
    throw error
  } finally {
    findings.close()
  }
}

/** Prints a line if it is another one, at most once a second. */
function printRarely(print: (line: string) => void) {
  let [printed, at] = ['', Date.now()]
  return (line: string) => {
    if (line === printed || line === '' || Date.now() - at < everyMs) return
    ;[printed, at] = [line, Date.now()]
    print(line)
  }
}
