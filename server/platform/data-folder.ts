import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'
import { syncFolder } from '#server/platform/sync-folder.ts'

/**
 * Creates the data folder if needed, and closes it to other accounts. Throws `StartError` if it cannot be used, or if a restore broke off in
 * it.
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`The data folder ${folder} (DATA_DIR) cannot be used by this account: ${why}`)
  }
  if (existsSync(join(folder, restoringFolder)))
    throw new StartError(`A restore broke off in ${folder}, or is still running. Once it has ended, empty the folder and restore again.`)
}

/** The folder in a data folder into which a backup is restored; it is gone when all is complete. */
export const restoringFolder = 'restoring'

/** The name of the secret in the data folder. */
export const secretFile = 'session-secret'

/** The secret in this folder; null if there is none. Throws if it cannot be read. */
export function readSecret(folder: string): string | null {
  const file = join(folder, secretFile)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** The same, but null if it cannot be read, as in the folder of a backup that another account made. */
export function secretIfReadable(folder: string): string | null {
  try {
    return readSecret(folder)
  } catch {
    return null
  }
}

/** The secret that signs sessions, made once and stored in the data folder, readable for its owner alone. */
export function storedSessionSecret(folder: string): string {
  const stored = readSecret(folder)
  if (stored !== null) return stored
  const file = join(folder, secretFile)
  makeOnce(file, randomBytes(48).toString('base64url'))
  return readFileSync(file, 'utf8').trim()
}

/** Writes a file in one step, never partially; if another process was first, its content stays. */
function makeOnce(file: string, content: string): void {
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${content}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(fresh, file)
    syncFolder(dirname(file))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}
