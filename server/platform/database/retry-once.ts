import { setTimeout as pause } from 'node:timers/promises'
import { wasRolledBack } from '#server/platform/database/outages.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** Runs a self-contained piece of database work, and repeats it once if PostgreSQL rolled it back in favour of another transaction. */
export async function retryOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!wasRolledBack(error)) throw error
    // Lets the other transaction go first; without a pause they could conflict again.
    await pause(limits.database.againMs * (1 + Math.random()))
    return work()
  }
}
