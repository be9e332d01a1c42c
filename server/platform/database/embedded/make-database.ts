import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'
import { syncFolder } from '#server/platform/sync-folder.ts'
import { makeElsewhere } from './elsewhere.ts'
import { type PlaceFile, readPlaceFile } from './place-file.ts'
import { inPlace, type RunAs, run } from './run-as.ts'

export const databaseUser = 'backstall'

/** Makes the database under a temporary name and renames it, so it is complete or missing, and made only once. */
export function makeDatabase(dataDir: string, folder: string, binaries: string): void {
  const id = randomBytes(8).toString('hex')
  // The cleanup of another start reads from the pid whether this one is still running.
  const fresh = join(dataDir, `database.${process.pid}.${id}`)
  const { uid: owner, gid } = statSync(dataDir)
  mkdirSync(fresh, { mode: 0o700 })
  if (owner !== statSync(fresh).uid) chownSync(fresh, owner, gid)
  const runAs = inPlace(binaries, fresh, owner)
  const elsewhere = runAs ? null : makeElsewhere(id, binaries)
  try {
    const placeFile: PlaceFile = { id, password: randomBytes(32).toString('base64url'), elsewhere: elsewhere?.folder ?? null }
    const home = elsewhere?.folder ?? fresh
    initialise(elsewhere?.binaries ?? binaries, home, elsewhere?.runAs ?? runAs ?? { prefix: [] }, placeFile.password)
    writeFileSync(join(fresh, 'place.json'), JSON.stringify(placeFile), { mode: 0o600, flush: true })
    for (const written of [home, fresh]) syncFolder(written)
    renameSync(fresh, folder)
    syncFolder(dataDir)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (elsewhere) rmSync(elsewhere.folder, { recursive: true, force: true })
    if (existsSync(join(folder, 'place.json'))) return
    if (!existsSync(folder)) throw error
    readPlaceFile(folder)
  }
}

/** Runs initdb, with sorting and upper case the same on every machine. */
function initialise(binaries: string, home: string, runAs: RunAs, password: string): void {
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (runAs.uid !== undefined) chownSync(passwordFile, runAs.uid, runAs.gid ?? runAs.uid)
  const made = ['C.UTF-8', 'en_US.UTF-8', 'C'].map((ctype) => () => {
    const locale = ['--locale=C', `--lc-ctype=${ctype}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
    const access = ['--auth=scram-sha-256', `--username=${databaseUser}`, `--pwfile=${passwordFile}`]
    const target = [`--pgdata=${join(home, 'cluster')}`, '--no-instructions', '--data-checksums']
    return run(runAs, [...runAs.prefix, join(binaries, 'bin/initdb'), ...target, ...locale, ...access])
  })
  const failures: string[] = []
  for (const attempt of made) {
    const { status, output } = attempt()
    if (status === 0) break
    failures.push(output)
  }
  rmSync(passwordFile, { force: true })
  if (failures.length === made.length) throw new StartError(`The embedded database could not be made in ${home}:\n${failures[0]}`)
}
