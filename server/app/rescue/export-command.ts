import { createInterface } from 'node:readline/promises'
import { transferParts } from '#domain/transfer.ts'
import { flag, onTransferApp, readArguments } from '#server/app/rescue/transfer-command.ts'
import type { Config } from '#server/platform/config.ts'
import { StartError } from '#server/platform/start-error.ts'
import { exportAll } from '#server/transfers/export.ts'
import { openExportFolder } from '#server/transfers/export-folder.ts'

const usage = 'Usage: npm run export -- <folder> [--with-password-hashes [--yes]]'

const warning =
  'The export will hold the password hashes of all people. A stolen hash can be tried against passwords at leisure, and passwords are used elsewhere, too.'

async function confirm(): Promise<void> {
  if (!process.stdin.isTTY) throw new StartError(`${warning}\nAdd --yes to confirm this in a script.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${warning}\nWrite "yes" to go on: `).finally(() => terminal.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new StartError('Nothing was exported.')
}

/** `npm run export -- <folder>`, whether Backstall is running or not. Returns what to print at the end. */
export async function exportCommand(config: Config, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const { folder, values } = readArguments(args, { 'with-password-hashes': flag, yes: flag }, usage)
  const withPasswordHashes = values['with-password-hashes']
  if (withPasswordHashes && !values.yes) await confirm()
  const target = await openExportFolder(folder)
  const { progress, lost } = await onTransferApp(config, (app) => exportAll(app, target, { withPasswordHashes, signal })).catch((error) => {
    throw signal?.aborted ? new StartError(`The export was cancelled. Remove ${folder}, which is incomplete.`) : error
  })
  const lines = transferParts.map((part) => `${part.padEnd(14)}${(progress.counts[part]?.read ?? 0).toLocaleString('en')}`)
  const sum = [...lines, `The export is in ${folder}. Keep it private: it holds personal data.`].join('\n')
  if (lost.length === 0) return sum
  throw new StartError([sum, 'The store has lost these files, which are not in it:', ...lost].join('\n'))
}
