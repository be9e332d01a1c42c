import { limits } from '#domain/limits.ts'
import type { App } from '#server/platform/app.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Answer } from '#server/webhooks/post.ts'

type Asking = Pick<App, 'sql'>

/** A message whose turn it is, with where it goes and what signs it. */
export type Due = {
  id: string
  endpointId: string
  payload: string | null
  attempts: number
  url: string
  secret: string
  /** Those before that still sign, the latest first. */
  formerSecrets: string[]
  failures: number
}

const { holdMs, giveUpMs, outageMs } = limits.webhook

/** True of a delivery `d` that is due and has no earlier one about the same thing still waiting, so that none overtakes another. */
const isNext = (sql: Sql) => sql`d.status = 'waiting' and d.due_at <= now() and not exists (
  select from webhook_deliveries e where e.endpoint_id = d.endpoint_id and e.item_id = d.item_id and e.status = 'waiting' and e.number < d.number)`

/**
 * Takes for this node the endpoints that something is due for and nobody sends to; nobody else gets them before the hold is over, so that
 * what is told to one endpoint is told in its order.
 */
export async function lockEndpoints({ sql }: Asking, node: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update webhook_endpoints set held_by = ${node}, held_until = now() + ${holdMs} * interval '1 millisecond' where id in (
      select id from webhook_endpoints w where enabled and coalesce(held_until <= now(), true) and coalesce(rest_until <= now(), true)
        and exists (select from webhook_deliveries d where d.endpoint_id = w.id and ${isNext(sql)})
      for update skip locked
    ) returning id`
  return rows.map(({ id }) => id)
}

/** The next message for an endpoint that this node holds, and the hold anew; null if nothing is due or it rests, was switched off or taken away. */
export async function takeNext({ sql }: Asking, node: string, endpointId: string): Promise<Due | null> {
  const [due] = await sql<Due[]>`
    with held as (
      update webhook_endpoints set held_until = now() + ${holdMs} * interval '1 millisecond'
      where id = ${endpointId} and held_by = ${node} and held_until > now() and enabled and coalesce(rest_until <= now(), true) returning *
    )
    select d.id, held.id as "endpointId", d.payload, d.attempts, held.url, held.secret, held.failures,
      array(select f->>'secret' from jsonb_array_elements(held.former_secrets) f where (f->>'until')::timestamptz > now()
        order by f->>'until' desc) as "formerSecrets"
    from held cross join lateral (
      select * from webhook_deliveries d where d.endpoint_id = held.id and ${isNext(sql)} order by due_at, number limit 1
    ) d`
  return due ?? null
}

/** Others may have it at once. */
export async function letGo({ sql }: Asking, node: string, endpointId: string): Promise<void> {
  await sql`update webhook_endpoints set held_by = null, held_until = null where id = ${endpointId} and held_by = ${node}`
}

/**
 * It arrived: nothing is wrong with the endpoint. After an outage what was put off is due at once, as it holds back what came later; this extra
 * attempt does not count, so that a message which fails by itself keeps its three days.
 */
export async function noteDelivered({ sql }: Asking, { id, endpointId }: Due, { status, ms, answer }: Answer): Promise<void> {
  await sql`
    with attempt as (
      insert into webhook_attempts (delivery_id, status, ms, answer)
      select id, ${status}::integer, ${ms}::integer, ${answer}::text from webhook_deliveries where id = ${id}
    ), due_again as (
      update webhook_deliveries set due_at = now(), attempts = attempts - 1
      where endpoint_id = ${endpointId} and id <> ${id} and status = 'waiting' and due_at > now() and attempts > 0 and exists (
        select from webhook_endpoints where id = ${endpointId} and failing_since < now() - ${outageMs} * interval '1 millisecond')
    ), endpoint as (
      update webhook_endpoints set failures = 0, rest_until = null, failing_since = null, told_at = null, last_delivered_at = now()
      where id = ${endpointId}
    )
    update webhook_deliveries set status = 'delivered', attempts = attempts + 1, last_status = ${status}::integer, last_error = null
    where id = ${id}`
}

/** What follows from a failure: when this message is tried again (null: never by itself), and how long its endpoint rests, in ms. */
export type PutOff = { error: string | null; waitMs: number | null; restMs: number }

/**
 * It did not arrive; what waits too long is given up, however seldom it had its turn. A message that was replayed meanwhile keeps its new
 * turn.
 */
export async function noteFailed({ sql }: Asking, due: Due, { status, ms, answer }: Answer, putOff: PutOff): Promise<void> {
  const { id, endpointId, attempts } = due
  const { error, waitMs, restMs } = putOff
  await sql`
    with attempt as (
      insert into webhook_attempts (delivery_id, status, ms, answer, error)
      select id, ${status}::integer, ${ms}::integer, ${answer}::text, ${error}::text from webhook_deliveries where id = ${id}
    ), endpoint as (
      update webhook_endpoints set failures = failures + 1, failing_since = coalesce(failing_since, now()),
        rest_until = now() + ${restMs}::bigint * interval '1 millisecond'
      where id = ${endpointId}
    )
    update webhook_deliveries set attempts = attempts + 1, last_status = ${status}::integer, last_error = ${error}::text,
      status = case when ${waitMs}::bigint is null or queued_at < now() - ${giveUpMs}::bigint * interval '1 millisecond' then 'dead' else 'waiting' end,
      due_at = now() + coalesce(${waitMs}::bigint, 0) * interval '1 millisecond'
    where id = ${id} and status = 'waiting' and attempts = ${attempts}`
}
