import { eventKinds } from '#domain/event-kinds.ts'
import { type Database, type Sql, sqlOf, type Tx } from '#server/platform/database/database.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import type { Consumer, ConsumerDeps, FedEvent } from '#server/platform/events/consumers.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { type Loop, openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'

/**
 * Runs one consumer behind the feed: its position moves in the transaction of its effects, and a failure is retried with growing pauses.
 */
export function follow(
  { name, consume, concerns = all, begin }: Consumer,
  { sql: pool, db, log, consumed, stallMs = limits.loop.stallMs }: ConsumerDeps,
): Pick<Loop, 'ask' | 'close'> {
  const kinds = JSON.stringify(eventKinds.filter(concerns))
  /** Null at the start and after every failure, because an interrupted commit may have taken effect. */
  let at: number | null = null
  let failures = 0
  let begun = begin === undefined

  /**
   * Processes one batch and returns whether there may be more. After a failure one event at a time, so that only the failing one is held
   * up.
   */
  async function step(): Promise<boolean> {
    const from = at ?? (await placeOf(pool, name))
    at = null
    const size = failures > 0 ? 1 : limits.feed.consumerBatch
    const rows = await fedAfter(pool, from, size, kinds)
    const to = rows.at(-1)?.position ?? from
    const events = rows.filter(isEvent).filter(({ kind }) => concerns(kind))
    const mine = to === from || (await moveWith(events, from, to))
    if (mine) at = to
    if (mine && events.length > 0) consumed()
    return to - from >= size
  }
  async function moveWith(events: FedEvent[], from: number, to: number): Promise<boolean> {
    if (events.length === 0) return await move(db, name, from, to)
    return await db.transaction(async (tx) => {
      const moved = await move(tx, name, from, to)
      if (moved) await consume(events, tx)
      return moved
    })
  }
  async function beginAndStep(): Promise<boolean> {
    if (!begun && begin) await db.transaction(begin)
    begun = true
    const more = await step()
    failures = 0
    return more
  }
  async function run(alive: Alive, closing: AbortSignal): Promise<void> {
    for (let more = true; more && !closing.aborted; alive()) {
      more = await beginAndStep().catch(async (error: unknown) => {
        // Throws if this pass was given up: its error must not delay the next one.
        alive()
        await note(pool, name, error)
        failures += 1
        throw error
      })
    }
  }
  const { consumerGapMs: gapMs, retryMinMs, retryMaxMs } = limits.feed
  // Without a failure before, a pass that stalled is repeated at once.
  const retryMs = () => (failures === 0 ? gapMs : Math.min(retryMinMs * 2 ** (failures - 1), retryMaxMs))
  return openLoop(`The consumer "${name}"`, run, { log, gapMs, retryMs, stallMs })
}

const all = () => true

type FedRow = Omit<FedEvent, 'id'> & { id: number | null }
const isEvent = (row: FedRow): row is FedEvent => row.id !== null

async function placeOf(pool: Sql, name: string): Promise<number> {
  const [row] = await pool<{ position: number }[]>`select position from consumers where name = ${name}`
  if (!row) throw new Error(`The consumer ${name} has no place in the feed.`)
  return row.position
}

/**
 * The events of these kinds (a JSON array) among the next `size` hints, and the last of those hints whatever it is: positions have no gaps.
 * The size is part of the text, so that the planner knows it.
 */
async function fedAfter(pool: Sql, position: number, size: number, kinds: string): Promise<FedRow[]> {
  return await pool<FedRow[]>`
    with batch as materialized (select * from feed where position > ${position} order by position limit ${pool.unsafe(String(size))})
    select f.position, f.event_id as id, f.kind, f.item_id as "itemId", f.owner_id as "ownerId", f.number, e.actor_id as "actorId", e.fields,
      ${pool.unsafe(isoOf('e.created_at'))} as "createdAt", d.title, d.reason, d.before, d.after
    from batch f left join events e on e.id = f.event_id left join event_details d on d.event_id = f.event_id
    where f.kind in (select json_array_elements_text(${kinds}::json)) or f.position = (select max(position) from batch) order by f.position`
}

/** Moves the position on, unless another node that dispatched before or dispatches now has moved it. */
async function move(db: Database | Tx, name: string, from: number, to: number): Promise<boolean> {
  const moved = await sqlOf(db)`
    update consumers set position = ${to}, failing_since = null, last_error = null where name = ${name} and position = ${from} returning name`
  return moved.length > 0
}

/** Records the failure where an operator finds it; if even that fails, the log has it. */
async function note(pool: Sql, name: string, error: unknown): Promise<void> {
  await pool`update consumers set failing_since = coalesce(failing_since, now()), last_error = ${messageOf(error).slice(0, 1000)}
    where name = ${name}`.catch(() => {})
}
