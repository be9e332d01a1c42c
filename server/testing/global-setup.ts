import type { TestProject } from 'vitest/node'
import type { SocketAddress } from '#server/platform/database/database.ts'
import { startTestDatabase } from './test-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** One per worker. */
    databases: SocketAddress[]
    /** Removed after the test run, even if the run is killed. */
    folder: string
  }
}

/** Starts a PostgreSQL for each worker, for the whole test run; each test app clones its database from the template in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: Number(project.vitest.config.maxWorkers) }, () => startTestDatabase())
  const started = await Promise.all(workers)
  project.provide(
    'databases',
    started.map(({ address }) => address),
  )
  project.provide('folder', started[0]?.folder ?? '')
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}
