import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { Collection, Finding, ImportOptions, TransferProgress } from '#domain/transfer.ts'
import type { App } from '#server/platform/app.ts'
import { exportAll } from '#server/transfers/export.ts'
import { openExportFolder } from '#server/transfers/export-folder.ts'
import { importFolder } from '#server/transfers/import-folder.ts'
import { testFolder } from './worker.ts'

/** Exports everything into a folder of its own and returns the folder. */
export async function exported(app: App, withPasswordHashes = false): Promise<string> {
  const folder = join(testFolder(), 'export')
  const { lost } = await exportAll(app, await openExportFolder(folder), { withPasswordHashes })
  expect(lost).toEqual([])
  return folder
}

export type ExportedRecord = { id: string } & { [field: string]: unknown }

/** The records of a collection of an export, or its list of files. */
export const recordsIn = (folder: string, collection: string): ExportedRecord[] =>
  readFileSync(join(folder, `${collection}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** What an export has: records of collections, or the text of a file by its name. */
export type ExportContent = { [Name in Collection]?: readonly unknown[] } & { [file: `${string}.${string}`]: string | Buffer }

/** Writes an export into a folder of its own and returns the folder. */
export async function writeExport(content: ExportContent): Promise<string> {
  const folder = mkdtempSync(join(testFolder(), 'export-'))
  for (const [name, value] of Object.entries(content)) {
    if (Array.isArray(value))
      writeFileSync(
        join(folder, `${name}.jsonl`),
        value.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join(''),
      )
    else {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), value as string)
    }
  }
  return folder
}

/** The outcome of an import, with the findings as `collection line field code outcome`. */
export type Imported = { progress: TransferProgress; findings: Finding[]; said: string[] }

/** Imports an export: what it has, or its folder. */
export async function importExport(
  app: App,
  from: string | ExportContent,
  options: Partial<ImportOptions> = {},
  signal?: AbortSignal,
  onProgress = () => {},
): Promise<Imported> {
  const findings: Finding[] = []
  const listener = { onFinding: (finding: Finding) => findings.push(finding), onProgress, ...(signal && { signal }) }
  const folder = typeof from === 'string' ? from : await writeExport(from)
  const progress = await importFolder(app, folder, { dryRun: false, majorUnits: false, ...options }, listener)
  return {
    progress,
    findings,
    said: findings.map(({ collection, line, field, code, outcome }) => [collection, line, field, code, outcome].join(' ')),
  }
}
