import { statfsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { SocketAddress } from '#server/platform/database/database.ts'
import { findBinaries } from './binaries.ts'
import { databaseUser } from './make-database.ts'
import { openPlace, type Place, removeLeftovers, removeSockets } from './place.ts'
import {
  findPostmaster,
  hurryShutdown,
  isStillInUse,
  type Postmaster,
  runsTheseBinaries,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { isNotReady, LockedByAnother, type ProcessLock, takeProcessLock } from './process-lock.ts'

export type Embedded = { address: SocketAddress; stop: () => Promise<void> }

type Options = {
  dataDir: string
  /** The maximum number of connections Backstall opens. */
  connections: number
  /** The address of this Backstall, shown to an operator who starts a second one. */
  address: string
  log: (line: string) => void
  /** Called when the database is gone and could not be restarted. */
  onLost: (reason: unknown) => void
  /** Aborted when Backstall begins to stop: a database that ends after that is not started again. */
  ending?: AbortSignal | undefined
}

/** How often (ms) a stopping database is checked. */
const watchMs = 500
/** The pause (ms) before the first restart, doubled up to the last. */
const pauseFirstMs = 50
const pauseLastMs = 1_000
/** How long (ms) a restart may take before the database is given up, without the time in which its disk is full. */
const giveUpMs = 120_000
/** How long (ms) one attempt waits for a started database to accept connections; the next one checks whether it still runs. */
const attemptMs = 2_000
/** A database needs room for some files of its write-ahead log, of 16 MiB each, before it can be started. */
const roomBytes = 64 * 2 ** 20

/**
 * Starts the database of a data folder, or uses the one still running after its Backstall was killed, and takes the process lock of the
 * folder. A database that ends is started again. Throws `StartError` if another Backstall has the lock, or it cannot start.
 */
export async function openEmbedded({ dataDir, connections, address, log, onLost, ending }: Options): Promise<Embedded> {
  const place = openPlace(dataDir, findBinaries())
  if (place.elsewhere) log(`The database lives in ${place.elsewhere}, as root cannot run it inside ${dataDir}.`)
  const settings = { max_connections: String(Math.max(60, connections + 20)) }
  const left = await findPostmaster(place)
  const stopped = new AbortController()
  const over = AbortSignal.any([stopped.signal, ...(ending ? [ending] : [])])
  let reviving: Promise<unknown> = Promise.resolve()
  let processLock: ProcessLock
  const open = async () => {
    const options = addressOf(place, await startPostmaster(place, settings, over))
    processLock = await takeProcessLock(options, address, revive, attemptMs)
    return options
  }
  const revive = () => {
    if (over.aborted) return
    log('The connection to the embedded database ended; looking after it.')
    const hasRoom = () => hasRoomIn(place.cluster)
    if (!hasRoom()) log('The disk is full or almost full. The database starts again as soon as there is room.')
    const isWorthIt = (reason: unknown) => !(reason instanceof LockedByAnother)
    const back = keepTrying(open, { over, isWorthIt, hasRoom })
    reviving = back.then(
      () => log('The embedded database is there again.'),
      (reason) => over.aborted || onLost(reason),
    )
  }
  const close = async () => {
    await processLock.release()
    await stopPostmaster(place)
  }
  // A server that was killed milliseconds ago may still be found. The next attempt starts another.
  const isWorthIt = (reason: unknown) => isStillInUse(reason) || isNotReady(reason)
  const start = () => keepTrying(open, { over, isWorthIt })
  let options = await start()
  if (left && runsTheseBinaries(place, left)) log(`Using the database that was still running (process ${left.pid}).`)
  else if (left) {
    log(`A database was still running (process ${left.pid}) from programs that were replaced since; starting it again.`)
    await close()
    options = await start()
  }
  removeLeftovers(dataDir)
  const watching = setInterval(() => over.aborted || hurryShutdown(place), watchMs).unref()
  const stop = async () => {
    stopped.abort()
    clearInterval(watching)
    await reviving
    await close()
    removeSockets(place)
  }
  return { address: options, stop }
}

type Trying = { over: AbortSignal; isWorthIt: (reason: unknown) => boolean; hasRoom?: () => boolean }

/**
 * Repeats an attempt until it works, with growing pauses. Throws its last error when the time is over, `over` is aborted or another attempt
 * is pointless.
 */
async function keepTrying<Result>(attempt: () => Promise<Result>, { over, isWorthIt, hasRoom = () => true }: Trying): Promise<Result> {
  let deadline = Date.now() + giveUpMs
  for (let pause = pauseFirstMs; ; pause = Math.min(pause * 2, pauseLastMs)) {
    const canSucceed = hasRoom()
    try {
      return await attempt()
    } catch (reason) {
      // The time limit starts over once there is room.
      if (!canSucceed) deadline = Date.now() + giveUpMs
      if (over.aborted || Date.now() > deadline || !isWorthIt(reason)) throw reason
    }
    await wait(pause)
  }
}

/** How the driver connects to a server: through its socket, with the password of the place. */
export function addressOf(place: Place, { socket }: Postmaster): SocketAddress {
  return { path: socket, username: databaseUser, password: place.password, database: 'postgres' }
}

/** Whether the disk of this folder has room for a database to start; true if that is unknown. */
function hasRoomIn(folder: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder)
    // A file system that does not count its files reports none.
    return bavail * bsize >= roomBytes && (files === 0 || ffree > 0)
  } catch {
    return true
  }
}
