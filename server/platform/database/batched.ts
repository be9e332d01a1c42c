import { limits } from '#domain/limits.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import type { PreparedStatement } from '#server/platform/database/prepared-statement.ts'
import { TimeLimitError, withTimeLimit } from '#server/platform/database/time-limit.ts'

type Waiting<Ask, Row> = { ask: Ask; settle: { resolve: (row: Row | undefined) => void; reject: (error: unknown) => void } }
/** A statement that takes `asks`, a JSON array with a number `n` in each, and answers each it granted by a row with that number. */
type Gathering<Row extends object> = PreparedStatement<Row & { n: number }>

/** So many statements are under way at most, unless told otherwise: one works while the next one fills. */
const twoLanes = 2
const size = 100

/**
 * A write that many make at once: whoever comes while others are on their way goes with the next statement, as a database gathers
 * commits. Nobody waits for company. Each ask is checked by the statement for itself, and gets its row or undefined.
 * Asks are sorted by `id`, so that two statements lock rows in the same order. If the database refuses a statement,
 * each ask in it is made alone, so that nobody fails because of another. A statement that takes longer than `limitMs` is cancelled
 * and given up: its asks are refused as `unavailable`, though it may have taken place, and its lane is free again.
 */
export function batched<Ask extends { id: string }, Row extends object>(
  statement: Gathering<Row>,
  { maxInFlight = twoLanes, limitMs = limits.database.laneMs }: { maxInFlight?: number; limitMs?: number } = {},
) {
  const queues = new WeakMap<Sql, { waiting: Waiting<Ask, Row>[]; running: number }>()

  async function send(sql: Sql, asks: Waiting<Ask, Row>[]): Promise<void> {
    const numbered = asks.map(({ ask }, n) => ({ n, ...ask })).sort((one, other) => (one.id < other.id ? -1 : 1))
    const rows = await withTimeLimit((_, signal) => statement(sql, { asks: JSON.stringify(numbered) }, signal), limitMs)
    const found = new Map(rows.map(({ n, ...row }) => [n, row as unknown as Row]))
    for (const [n, { settle }] of asks.entries()) settle.resolve(found.get(n))
  }
  async function sendOrSplit(sql: Sql, asks: Waiting<Ask, Row>[]): Promise<void> {
    try {
      await send(sql, asks)
    } catch (error) {
      if (isLate(error)) givenUp += 1
      if (asks.length > 1 && isRefusal(error)) for (const one of asks) await sendOrSplit(sql, [one])
      else for (const { settle } of asks) settle.reject(error)
    }
  }
  return (sql: Sql, ask: Ask): Promise<Row | undefined> => {
    const queue = queues.get(sql) ?? { waiting: [], running: 0 }
    queues.set(sql, queue)
    const go = () => {
      if (queue.running >= maxInFlight || queue.waiting.length === 0) return
      queue.running += 1
      void sendOrSplit(sql, queue.waiting.splice(0, size)).finally(() => {
        queue.running -= 1
        go()
      })
    }
    return new Promise((resolve, reject) => {
      queue.waiting.push({ ask, settle: { resolve, reject } })
      go()
    })
  }
}

let givenUp = 0
/** Statements of all lanes of this process that were given up, for its metrics. */
export const statementsGivenUp = (): number => givenUp

/** Ended by a time limit of the database: each ask alone would wait as long again. */
const isLate = (error: unknown) => error instanceof TimeLimitError || /^(57014|55P03)$/.test(codeOf(error))

/** The database itself said no, so nothing of the statement took place; after a broken line nobody knows. */
const isRefusal = (error: unknown) => error instanceof Error && error.name === 'PostgresError' && !isLate(error)
