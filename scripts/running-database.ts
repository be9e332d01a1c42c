import type { SocketAddress } from '#server/platform/database/database.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { addressOf } from '#server/platform/database/embedded/embedded.ts'
import { openPlace } from '#server/platform/database/embedded/place.ts'
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts'

export { connect, type Sql } from '#server/platform/database/database.ts'

/** Connection options of the embedded database that a running Backstall started in this data folder, for benchmarks and journeys. */
export async function runningDatabase(dataDir: string): Promise<SocketAddress> {
  const place = openPlace(dataDir, findBinaries())
  const postmaster = await findPostmaster(place)
  if (!postmaster) throw new Error(`No embedded database runs in ${dataDir}.`)
  return addressOf(place, postmaster)
}
