import type { EventKind } from '#domain/event-kinds.ts'
import type { Database, Sql, Tx } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { follow } from '#server/platform/events/follow.ts'
import type { Loop } from '#server/platform/events/loop.ts'

/** An event as consumers get it, in the order of positions. */
export type FedEvent = {
  position: number
  id: number
  kind: EventKind
  itemId: string
  ownerId: string | null
  actorId: string | null
  /** The number of a chat message. */
  number: number | null
  fields: string[]
  /** ISO 8601. */
  createdAt: string
  title: string | null
  reason: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * Work that follows from events. It runs at least once per event, in the transaction that moves its position, so it must write at most once
 * per event and recipient.
 */
export type Consumer = {
  name: string
  consume: (batch: readonly FedEvent[], tx: Tx) => Promise<void>
  /** The kinds it consumes; by default all. A batch without them costs one statement instead of a transaction. */
  concerns?: (kind: EventKind) => boolean
  /** Work left over from before, done at each start before the first batch; harmless to repeat. */
  begin?: (tx: Tx) => Promise<void>
}

export type ConsumerDeps = {
  sql: Sql
  db: Database
  log: Log
  /** Called after a batch took effect, because it may have written hints of its own. */
  consumed: () => void
  stallMs?: number
}

export type Consumers = { start: () => void; ask: () => void; stop: () => Promise<void> }

/** Runs every consumer at its own pace on the dispatching node; one that fails delays no other. */
export function openConsumers(consumers: readonly Consumer[], deps: ConsumerDeps): Consumers {
  let running: Pick<Loop, 'ask' | 'close'>[] = []
  return {
    start: () => {
      running = consumers.map((consumer) => follow(consumer, deps))
      for (const one of running) one.ask()
    },
    ask: () => {
      for (const one of running) one.ask()
    },
    stop: async () => {
      const stopping = running
      running = []
      await Promise.all(stopping.map((one) => one.close()))
    },
  }
}

/** Registers new consumers with the present position, so that each gets events from now on. */
export async function registerConsumers(sql: Sql, consumers: readonly Consumer[]): Promise<void> {
  for (const { name } of consumers) {
    await sql`insert into consumers (name, position) select ${name}, position from feed_head on conflict do nothing`
  }
}
