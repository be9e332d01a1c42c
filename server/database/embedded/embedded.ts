import type { SocketAddress } from '#server/database/database.ts'
import { findBinaries } from './binaries.ts'
import { type Hold, takeHold } from './hold.ts'
import { databaseUser } from './make-database.ts'
import { openPlace, type Place, removeLeftovers, removeSockets } from './place.ts'
import { findPostmaster, type Postmaster, runsTheseBinaries, startPostmaster, stopPostmaster } from './postmaster.ts'

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
}

/**
 * Starts the database of a data folder, or uses the one still running after its Backstall was killed, and takes the hold on the folder.
 * Should the database die, it is started again. Throws `StartError` when another Backstall holds the folder, or it cannot start.
 */
export async function openEmbedded({ dataDir, connections, address, log, onLost }: Options): Promise<Embedded> {
  const place = openPlace(dataDir, findBinaries())
  if (place.elsewhere) log(`The database lives in ${place.elsewhere}, as root cannot run it inside ${dataDir}.`)
  const settings = { max_connections: String(Math.max(60, connections + 20)) }
  const left = await findPostmaster(place)
  let stopping = false
  let reviving: Promise<void> = Promise.resolve()
  let hold: Hold
  const open = async () => {
    const options = addressOf(place, await startPostmaster(place, settings))
    hold = await takeHold(options, address, revive)
    return options
  }
  const revive = () => {
    if (stopping) return
    log('The connection to the embedded database ended; looking after it.')
    reviving = open().then(() => log('The embedded database is there again.'), onLost)
  }
  const stop = async () => {
    stopping = true
    await reviving
    await hold.release()
    await stopPostmaster(place)
    removeSockets(place)
  }
  let options = await open()
  if (left && runsTheseBinaries(place, left)) log(`Using the database that was still running (process ${left.pid}).`)
  else if (left) {
    log(`A database was still running (process ${left.pid}) from programs that were replaced since; starting it again.`)
    await stop()
    stopping = false
    options = await open()
  }
  removeLeftovers(dataDir)
  return { address: options, stop }
}

/** How the driver reaches a server: through its socket, with the password of the place. */
export function addressOf(place: Place, { socket }: Postmaster): SocketAddress {
  return { path: socket, username: databaseUser, password: place.password, database: 'postgres' }
}
