import type { Sql } from '#server/platform/database/database.ts'
import { isNodeRunning } from '#server/platform/database/locks.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** What waits for a worker: how many, at most `countMax`, and how long (s) the oldest has waited. */
type Queue = { name: string; waiting: number; oldestSeconds: number }
/** The place of a consumer in the feed, and how long (s) its next event has waited and it has failed; null if neither is so. */
type ConsumerPlace = { name: string; position: number; lagSeconds: number | null; failingSeconds: number | null }
export type DispatcherPlace = {
  /** Whether any node is the dispatcher. */
  elected: boolean
  /** The last position given. */
  position: number
  /** Hints without a position, at most `countMax`, and the age (s) of the oldest event among them. */
  waiting: number
  oldestSeconds: number | null
}
export type Backlog = { queues: Queue[]; dispatcher: DispatcherPlace; consumers: ConsumerPlace[] }

/** Rows are counted up to here, so that a backlog does not make its own figure expensive. */
export const countMax = 10_000

/** What waits in the database, of all nodes. Reads indexes of what is open, never a whole table, and needs one connection. */
export async function readBacklog(sql: Sql): Promise<Backlog> {
  const queues = await readQueues(sql)
  const [dispatcher] = await readDispatcher(sql)
  if (!dispatcher) throw new Error('The feed has no head.')
  return { queues, dispatcher, consumers: await readConsumers(sql) }
}

const readQueues = (sql: Sql) => sql<Queue[]>`
  select name, count(since)::int as waiting, greatest(0, coalesce(extract(epoch from now() - min(since)), 0))::float8 as "oldestSeconds"
  from (values ('mail'), ('webhooks'), ('bulk decisions'), ('imports')) q (name) left join (
    (select 'mail' as queue, created_at as since from outgoing_mails
      where sent_at is null and given_up_at is null order by urgent desc, due_at limit ${countMax})
    union all
    (select 'webhooks', d.queued_at from webhook_endpoints w cross join lateral (
        select queued_at from webhook_deliveries where endpoint_id = w.id and status = 'waiting' order by due_at, number limit ${countMax}
      ) d where w.enabled limit ${countMax})
    union all
    (select 'bulk decisions', runs_at from bulk_decisions where status in ('held', 'running') order by runs_at limit ${countMax})
    union all
    (select 'imports', created_at from imports where status in ('checking', 'running') limit ${countMax})
  ) open on queue = name group by name`

const readDispatcher = (sql: Sql) => sql<DispatcherPlace[]>`
  select h.position, ${sql.unsafe(isNodeRunning)} as elected,
    (select count(*)::int from (select from feed_waiting order by id limit ${countMax}) w) as waiting,
    (select extract(epoch from now() - e.created_at)::float8 from feed_waiting w join events e on e.id = w.event_id order by w.id limit 1)
      as "oldestSeconds"
  from feed_head h`

const readConsumers = (sql: Sql) => sql<ConsumerPlace[]>`
  select c.name, c.position, extract(epoch from now() - c.failing_since)::float8 as "failingSeconds",
    (select extract(epoch from now() - f.created_at)::float8 from feed f where f.position > c.position order by f.position limit 1)
      as "lagSeconds"
  from consumers c order by c.name`

/**
 * Whether hints wait because the dispatcher has stopped, not because it has much to do: none is elected, or it gave no position since
 * `before`, which was read at least a second earlier.
 */
export function isStopped({ elected, position, oldestSeconds }: DispatcherPlace, before: DispatcherPlace | null): boolean {
  const isLate = oldestSeconds !== null && oldestSeconds * 1000 > limits.feed.stuckMs
  return isLate && (!elected || before?.position === position)
}
