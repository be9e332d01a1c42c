import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject, onTestFinished } from 'vitest'
import { type Connections, connect, type SocketAddress } from '#server/platform/database/database.ts'

/** A new folder that is removed with the test run, even if the run is killed. */
export const testFolder = (): string => mkdtempSync(join(inject('folder'), 'of-a-test-'))

/** Closes what is opened inside a test with that test, all else with its file or `describe`. Not for concurrent tests, which Vitest cannot tell apart. */
export function closeAtEnd(close: () => Promise<void>): void {
  try {
    onTestFinished(close)
  } catch {
    afterAll(close)
  }
}

/** Connects to a database as `connect` does, until the end of the test or of its file. */
export function connected(...about: Parameters<typeof connect>): Connections {
  const connections = connect(...about)
  closeAtEnd(connections.close)
  return connections
}

/** The PostgreSQL of this worker: writes of other workers do not change its transaction ids. */
export function testServer(): SocketAddress {
  const servers = inject('databases')
  const server = servers[(Number(process.env.VITEST_POOL_ID) - 1) % servers.length]
  if (!server) throw new Error('No PostgreSQL was started for the tests: see server/testing/global-setup.ts.')
  return server
}
