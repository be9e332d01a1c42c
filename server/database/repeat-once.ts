import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '#domain/limits.ts'
import { codeOf } from '#server/http/errors.ts'

/** A deadlock, changes that do not go together: PostgreSQL took one of two back as a whole, so it may be made again. */
const takenBack = new Set(['40P01', '40001'])

/** Whether the database undid all of a transaction so that another could end. */
export const wasTakenBack = (error: unknown): boolean => takenBack.has(codeOf(error))

/** Does what stands for itself in the database, and once more where somebody else came in its way; who asked hears nothing of it. */
export async function repeatOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!wasTakenBack(error)) throw error
    // The other one goes first; at once they could meet again.
    await pause(limits.database.againMs * (1 + Math.random()))
    return work()
  }
}
