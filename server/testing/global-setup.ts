import type { TestProject } from 'vitest/node'
import type { SocketAddress } from '#server/database/database.ts'
import { startTestDatabase } from './test-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    database: SocketAddress
    /** Goes away with the test run, also if that is killed. */
    folder: string
  }
}

/** One PostgreSQL for the whole test run; each world clones its database from the template in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, folder, stop } = await startTestDatabase()
  project.provide('database', address)
  project.provide('folder', folder)
  return stop
}
