import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { SocketAddress } from '#server/platform/database/database.ts'

/** A new folder that goes away with the test run, also if that is killed. */
export const testFolder = (): string => mkdtempSync(join(inject('folder'), 'of-a-test-'))

/** The PostgreSQL of this worker: what the other workers write is not seen in its transaction numbers. */
export function testServer(): SocketAddress {
  const servers = inject('databases')
  const server = servers[(Number(process.env.VITEST_POOL_ID) - 1) % servers.length]
  if (!server) throw new Error('No PostgreSQL was started for the tests: see server/testing/global-setup.ts.')
  return server
}
