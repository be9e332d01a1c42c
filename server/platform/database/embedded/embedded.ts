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
import { HeldByAnother, type ProcessLock, takeProcessLock } from './process-lock.ts'

export type Embedded = { address: SocketAddress; stop: () => Promise<void> }

type Options = {
  dataDir: string
  /** How many connections Backstall may open. */
  connections: number
  /** Where the holder can be reached, told to whoever tries to start a second one. */
  address: string
  log: (line: string) => void
  /** The database is gone and could not be brought back. */
  onLost: (reason: unknown) => void
  /** Aborted when Backstall begins to stop: from then on a database that ends is not started again. */
  ending?: AbortSignal | undefined
  /** A database that ended is given up after so long (ms), not counting the time in which its disk was full. */
  giveUpMs?: number
}

/** How often a database is looked at that may have been told to stop. */
const watchMs = 500
/** A database that ended is started again after the first pause, doubling up to the last. */
const pauseFirstMs = 50
const pauseLastMs = 1_000
const giveUpAfterMs = 120_000
/** So long one attempt waits for a started database to take connections; then the next one looks whether it still runs. */
const holdMs = 2_000
/** A database needs room for some files of its log of changes, of 16 MiB each, before it can be started. */
const roomBytes = 64 * 2 ** 20

/**
 * Starts the database of a data folder, or uses the one still running after its Backstall was killed, and takes the hold on the folder.
 * However the database ends, it is started again. Throws `StartError` when another Backstall holds the folder, or it cannot start.
 */
export async function openEmbedded({
  dataDir,
  connections,
  address,
  log,
  onLost,
  ending,
  giveUpMs = giveUpAfterMs,
}: Options): Promise<Embedded> {
  const place = openPlace(dataDir, findBinaries())
  if (place.elsewhere) log(`The database lives in ${place.elsewhere}, as root cannot run it inside ${dataDir}.`)
  const settings = { max_connections: String(Math.max(60, connections + 20)) }
  const left = await findPostmaster(place)
  const stopped = new AbortController()
  const over = AbortSignal.any([stopped.signal, ...(ending ? [ending] : [])])
  let reviving: Promise<unknown> = Promise.resolve()
  let hold: ProcessLock
  const open = async (waitMs?: number) => {
    const options = addressOf(place, await startPostmaster(place, settings, over))
    hold = await takeProcessLock(options, address, revive, waitMs)
    return options
  }
  const revive = () => {
    if (over.aborted) return
    log('The connection to the embedded database ended; looking after it.')
    const hasRoom = () => hasRoomIn(place.cluster)
    if (!hasRoom()) log('The disk is full or almost full. The database starts again as soon as there is room.')
    const isWorthIt = (reason: unknown) => !(reason instanceof HeldByAnother)
    const back = keepTrying(() => open(holdMs), { over, giveUpMs, isWorthIt, hasRoom })
    reviving = back.then(
      () => log('The embedded database is there again.'),
      (reason) => over.aborted || onLost(reason),
    )
  }
  const close = async () => {
    await hold.release()
    await stopPostmaster(place)
  }
  let options = await keepTrying(open, { over, giveUpMs, isWorthIt: isStillInUse })
  if (left && runsTheseBinaries(place, left)) log(`Using the database that was still running (process ${left.pid}).`)
  else if (left) {
    log(`A database was still running (process ${left.pid}) from programs that were replaced since; starting it again.`)
    await close()
    options = await open()
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

type Trying = { over: AbortSignal; giveUpMs: number; isWorthIt: (reason: unknown) => boolean; hasRoom?: () => boolean }

/** Tries until it works, with growing pauses. Throws why not once it has taken too long, is over, or is not worth another attempt. */
async function keepTrying<Result>(
  attempt: () => Promise<Result>,
  { over, giveUpMs, isWorthIt, hasRoom = () => true }: Trying,
): Promise<Result> {
  let deadline = Date.now() + giveUpMs
  for (let pause = pauseFirstMs; ; pause = Math.min(pause * 2, pauseLastMs)) {
    const canSucceed = hasRoom()
    try {
      return await attempt()
    } catch (reason) {
      // The time begins anew when there is room.
      if (!canSucceed) deadline = Date.now() + giveUpMs
      if (over.aborted || Date.now() > deadline || !isWorthIt(reason)) throw reason
    }
    await wait(pause)
  }
}

/** How the driver reaches a server: through its socket, with the password of the place. */
export function addressOf(place: Place, { socket }: Postmaster): SocketAddress {
  return { path: socket, username: databaseUser, password: place.password, database: 'postgres' }
}

/** Whether the disk of this folder has room for a database to start; true if nobody can tell. */
function hasRoomIn(folder: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder)
    // A file system that does not count its files says that it has none.
    return bavail * bsize >= roomBytes && (files === 0 || ffree > 0)
  } catch {
    return true
  }
}
