import { DatabaseError } from 'pg'
import type { Sql } from '#server/platform/database/database.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import type { PreparedStatement } from '#server/platform/database/prepared-statement.ts'
import { TimeLimitError, withTimeLimit } from '#server/platform/database/time-limit.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Waiting<Ask, Row> = { ask: Ask; settle: { resolve: (row: Row | undefined) => void; reject: (error: unknown) => void } }
/** A statement that takes `asks`, a JSON array of objects with a number `n`, and returns a row with that number for each one it granted. */
type BatchedStatement<Row extends object> = PreparedStatement<Row & { n: number }>

/** Statements in flight at most, unless specified otherwise: one works while the next one fills. */
const twoInFlight = 2
const size = 100

/**
 * A write that many callers make at once: asks that come while the allowed statements are in flight are batched into the next one, like a
 * group commit. No ask waits for others to join. The statement checks each ask for itself and returns its row or nothing. Asks are sorted
 * by `id`, so that two statements lock rows in the same order. If the database refuses a statement, each ask in it is repeated alone, so
 * that none fails because of another. A statement that takes longer than `limitMs` is cancelled and given up: its asks are refused as
 * `unavailable`, though it may have taken effect, and its slot is free again.
 */
export function batched<Ask extends { id: string }, Row extends object>(
  statement: BatchedStatement<Row>,
  { maxInFlight = twoInFlight, limitMs = limits.database.batchedMs }: { maxInFlight?: number; limitMs?: number } = {},
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
/** Batched statements of this process that were given up, for its metrics. */
export const statementsGivenUp = (): number => givenUp

/** Ended by a time limit of the database: each ask alone would wait as long again. */
const isLate = (error: unknown) => error instanceof TimeLimitError || /^(57014|55P03)$/.test(codeOf(error))

/** The database itself refused, so the statement had no effect; after a broken connection that is unknown. */
const isRefusal = (error: unknown) => error instanceof DatabaseError && !isLate(error)
