import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'
import { reachable } from './elsewhere.ts'
import { isAlive } from './is-alive.ts'
import { makeDatabase } from './make-database.ts'
import { readPlaceFile } from './place-file.ts'
import { inPlace, otherAccount, type RunAs } from './run-as.ts'

/** The folders of a database, and the account its programs run as. */
export type Place = {
  binaries: string
  /** PostgreSQL's own data folder. */
  cluster: string
  /** The folder of its socket, closed to other accounts, and short: a socket's path has at most 107 bytes. */
  sockets: string
  log: string
  password: string
  runAs: RunAs
  elsewhere: string | null
}

const socketFolderMax = 85

/** Finds the database of a data folder, or makes an empty one. Two processes that make it at once get the same one. */
export function openPlace(dataDir: string, binaries: string): Place {
  const folder = join(dataDir, 'database')
  if (!existsSync(join(folder, 'place.json'))) makeDatabase(dataDir, folder, binaries)
  const { id, password, elsewhere } = readPlaceFile(folder)
  const home = elsewhere ?? folder
  const cluster = join(home, 'cluster')
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new StartError(`The database of this data folder should be in ${cluster}, but is not there.`)
  const owner = statSync(cluster).uid
  const account = elsewhere ? otherAccount() : null
  const runAs = account ? { prefix: [], uid: owner, gid: statSync(cluster).gid } : inPlace(binaries, cluster, owner)
  if (!runAs) throw new StartError(`The database in ${cluster} belongs to another account (uid ${owner}); start Backstall as that one.`)
  const sockets = socketFolder(home, id, runAs)
  return {
    binaries: elsewhere ? reachable(binaries, elsewhere, runAs) : binaries,
    cluster,
    sockets,
    log: join(folder, 'log'),
    password,
    runAs,
    elsewhere,
  }
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
  const { uid, mode } = lstatSync(folder)
  if (uid !== (runAs.uid ?? process.getuid?.()) || (mode & 0o077) !== 0)
    throw new StartError(`The folder ${folder} should belong to the database alone. Remove it, then start again.`)
  return folder
}

/** Removes a socket folder outside the data folder; the next start makes it again. */
export function removeSockets({ sockets, cluster }: Place): void {
  if (!sockets.startsWith(dirname(cluster))) rmSync(sockets, { recursive: true, force: true })
}

/**
 * Removes what an interrupted first start left next to the database. Call it only with the process lock. What another process is still
 * making stays: it cleans up itself, and initdb would recreate its folder during the removal.
 */
export function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const [, maker] = /^database\.(\d+)\.[0-9a-f]{16}$/.exec(name) ?? []
    if (!maker || (Number(maker) !== process.pid && isAlive(Number(maker)))) continue
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
