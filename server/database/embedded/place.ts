import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { syncFolder } from '#server/sync-folder.ts'
import { inPlace, otherAccount, type RunAs, run } from './run-as.ts'

/** What the data folder remembers of its database. `elsewhere` is set where the database could not live in the data folder itself. */
type Remembered = { id: string; password: string; elsewhere: string | null }

/** Where a database lives, and as whom its programs run. */
export type Place = {
  binaries: string
  /** PostgreSQL's own data folder. */
  cluster: string
  /** The folder of its socket, readable for nobody else, and short: 107 bytes are the most for a socket's path. */
  sockets: string
  log: string
  password: string
  runAs: RunAs
  elsewhere: string | null
}

export const databaseUser = 'backstall'
const socketFolderMax = 85

/** Finds the database of a data folder, or makes an empty one. Two that make it at once get the same one. */
export function openPlace(dataDir: string, binaries: string): Place {
  const folder = join(dataDir, 'database')
  if (!existsSync(join(folder, 'place.json'))) makeDatabase(dataDir, folder, binaries)
  const { id, password, elsewhere } = readRemembered(folder)
  const home = elsewhere ?? folder
  const cluster = join(home, 'cluster')
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new StartError(`The database of this data folder should be in ${cluster}, but is not there.`)
  const owner = statSync(cluster).uid
  const account = elsewhere ? otherAccount() : null
  const runAs = account ? { prefix: [], uid: owner, gid: statSync(cluster).gid } : inPlace(binaries, cluster, owner)
  if (!runAs) throw new StartError(`The database in ${cluster} belongs to another account (uid ${owner}); start Backstall as that one.`)
  const copied = join(home, 'native')
  const sockets = socketFolder(home, id, runAs)
  return {
    binaries: elsewhere && existsSync(copied) ? copied : binaries,
    cluster,
    sockets,
    log: join(folder, 'log'),
    password,
    runAs,
    elsewhere,
  }
}

function readRemembered(folder: string): Remembered {
  try {
    return JSON.parse(readFileSync(join(folder, 'place.json'), 'utf8'))
  } catch (error) {
    throw new StartError(`${folder} cannot be read (${error}). Start Backstall as the account that made it, or restore the folder.`)
  }
}

/** Makes the database beside its final name and renames it: wholly there or not at all, and only once. */
function makeDatabase(dataDir: string, folder: string, binaries: string): void {
  const id = randomBytes(8).toString('hex')
  const fresh = join(dataDir, `database.${id}`)
  const { uid: owner, gid } = statSync(dataDir)
  mkdirSync(fresh, { mode: 0o700 })
  if (owner !== statSync(fresh).uid) chownSync(fresh, owner, gid)
  const runAs = inPlace(binaries, fresh, owner)
  const elsewhere = runAs ? null : makeElsewhere(id, binaries)
  try {
    const remembered: Remembered = { id, password: randomBytes(32).toString('base64url'), elsewhere: elsewhere?.folder ?? null }
    const home = elsewhere?.folder ?? fresh
    initialise(elsewhere?.binaries ?? binaries, home, elsewhere?.runAs ?? runAs ?? { prefix: [] }, remembered.password)
    writeFileSync(join(fresh, 'place.json'), JSON.stringify(remembered), { mode: 0o600, flush: true })
    for (const written of [home, fresh]) syncFolder(written)
    renameSync(fresh, folder)
    syncFolder(dataDir)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (elsewhere) rmSync(elsewhere.folder, { recursive: true, force: true })
    if (existsSync(join(folder, 'place.json'))) return
    if (!existsSync(folder)) throw error
    readRemembered(folder)
  }
}

/** A place outside the data folder that another account can reach, with a copy of the programs if it cannot reach them. */
function makeElsewhere(id: string, binaries: string): { folder: string; binaries: string; runAs: RunAs } {
  const account = otherAccount()
  if (!account) {
    throw new StartError(
      'PostgreSQL cannot run under this account: it has no name in /etc/passwd and user namespaces are barred here. ' +
        'Start Backstall as an ordinary user, or set DATABASE_URL.',
    )
  }
  const runAs = { prefix: [], uid: account.uid, gid: account.gid }
  for (const base of ['/var/lib', '/var/tmp', tmpdir()]) {
    const folder = join(base, `backstall-${id}`)
    try {
      mkdirSync(folder, { mode: 0o700 })
      chownSync(folder, account.uid, account.gid)
      const reachable = run(runAs, [join(binaries, 'bin/postgres'), '--version']).status === 0
      const copy = join(folder, 'native')
      if (!reachable) cpSync(binaries, copy, { recursive: true, verbatimSymlinks: true })
      if (!reachable) chownSync(copy, account.uid, account.gid)
      if (run(runAs, ['/bin/sh', '-c', 'test -w "$0" && test -x "$0"', folder]).status === 0)
        return { folder, binaries: reachable ? binaries : copy, runAs }
    } catch {
      // The next base may do.
    }
    rmSync(folder, { recursive: true, force: true })
  }
  throw new StartError('There is no place on this machine where the embedded database could live. Set DATABASE_URL.')
}

/** initdb, with sorting and upper case the same on every machine. */
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

function socketFolder(home: string, id: string, runAs: RunAs): string {
  const inside = join(home, 'socket')
  const folder = Buffer.byteLength(inside) <= socketFolderMax ? inside : join(tmpdir(), `backstall-${id}-socket`)
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (runAs.uid !== undefined) chownSync(folder, runAs.uid, runAs.gid ?? runAs.uid)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
  const { uid, mode } = statSync(folder)
  if (uid !== (runAs.uid ?? process.getuid?.()) || (mode & 0o077) !== 0)
    throw new StartError(`The folder ${folder} should belong to the database alone. Remove it, then start again.`)
  return folder
}

/** A socket folder beside the data folder goes with the server; the next start makes it again. */
export function removeSockets({ sockets, cluster }: Place): void {
  if (!sockets.startsWith(dirname(cluster))) rmSync(sockets, { recursive: true, force: true })
}

/** Removes what an interrupted first start left beside the database. Only for whoever holds the data folder. */
export function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (/^database\.[0-9a-f]{16}$/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
