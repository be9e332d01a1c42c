import type { EventKind } from '#domain/event.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Database, Sql, Tx } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { follow } from '#server/platform/events/follow.ts'
import type { Loop } from '#server/platform/events/loop.ts'

/** An event as consumers are given it, in the order of positions. */
export type FedEvent = {
  position: number
  id: number
  kind: EventKind
  itemId: string
  ownerId: string | null
  actorId: string | null
  /** Of a chat's message. */
  number: number | null
  fields: string[]
  /** ISO 8601. */
  createdAt: string
  title: string | null
  reason: string | null
  code: RejectionCode | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * What follows from events. Runs at least once per event, in the transaction that moves its position, so whatever it writes
 * must be written once per event and recipient.
 */
export type Consumer = {
  name: string
  consume: (batch: readonly FedEvent[], tx: Tx) => Promise<void>
  /** What it is given; everything, if not said. What passes it by costs one statement a batch instead of a transaction. */
  concerns?: (kind: EventKind) => boolean
  /** What is left over from before, done once at each start, before the first batch; harmless to do twice. */
  begin?: (tx: Tx) => Promise<void>
}

export type ConsumerDeps = {
  sql: Sql
  db: Database
  log: Log
  /** Called after a batch took effect, as it may have left hints of its own. */
  consumed: () => void
  stallMs?: number
}

export type Consumers = { start: () => void; ask: () => void; stop: () => Promise<void> }

/** Runs every consumer at its own pace on the node that dispatches; one that fails holds up no other. */
export function openConsumers(consumers: readonly Consumer[], deps: ConsumerDeps): Consumers {
  let running: Pick<Loop, 'ask' | 'stop'>[] = []
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
      await Promise.all(stopping.map((one) => one.stop()))
    },
  }
}

/** Gives every consumer that is new here a place in the feed: it hears what happens from now on. */
export async function registerConsumers(sql: Sql, consumers: readonly Consumer[]): Promise<void> {
  for (const { name } of consumers) {
    await sql`insert into consumers (name, position) select ${name}, position from feed_head on conflict do nothing`
  }
}
