import { codeOf } from '#server/http/errors.ts'

/** How often a transaction is begun anew that somebody else came in the way of. */
const attemptsMax = 5
/** What PostgreSQL says of it: something unique is taken by now, a deadlock, changes that do not go together. The next attempt sees what the others wrote. */
const inTheWay = new Set(['23505', '40P01', '40001'])

/** Does something that is one transaction, and anew where somebody else was in its way. */
export async function again<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === attemptsMax || !inTheWay.has(codeOf(error))) throw error
    }
  }
}
