import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '#domain/limits.ts'
import { wasTakenBack } from '#server/platform/database/outages.ts'

/** Does what stands for itself in the database, and once more where somebody else came in its way; who asked hears nothing of it. */
export async function retryOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!wasTakenBack(error)) throw error
    // The other one goes first; at once they could meet again.
    await pause(limits.database.againMs * (1 + Math.random()))
    return work()
  }
}
