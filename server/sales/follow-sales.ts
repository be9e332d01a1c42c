import { sql } from 'drizzle-orm'
import type { EventKind } from '#domain/event-kinds.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import { decides, noteDecisions } from '#server/sales/note-decisions.ts'
import { addedUp } from '#server/sales/roll-up.ts'

const isSale = (kind: EventKind) => kind.startsWith('order.')

/** True for an event that changes sales or moderation figures. */
export const touchesSales = (kind: EventKind): boolean => isSale(kind) || decides(kind)

/**
 * The consumer behind sales and moderation figures. The statement that rolls up waiting entries deletes them, so events that come twice,
 * late or out of order count nothing again.
 */
export async function followSales(batch: readonly FedEvent[], tx: Tx): Promise<void> {
  const sold = batch.some(({ kind }) => isSale(kind))
  const decided = batch.filter(({ kind }) => decides(kind)).map(({ id }) => id)
  // Waits while all rollups are rebuilt.
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.sales})`)
  if (sold) await rollUpWaiting(tx)
  if (decided.length > 0) await noteDecisions(tx, decided)
}

/** Rolls up what waits from before: after an upgrade to a version with rollups the whole ledger, else what the last node left. */
export async function beginSales(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.sales})`)
  await tx.execute(sql`set local work_mem = '256MB'`)
  await rollUpWaiting(tx)
}

const rollUpWaiting = (tx: Tx) =>
  tx.execute(sql`
    with entries as (
      delete from sales_waiting
      returning *, (at at time zone (select time_zone from installation))::date as day
    ), ${addedUp(sql`1`)}`)
