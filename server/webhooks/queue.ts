import type { App } from '#server/platform/app.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { StoredProblem } from '#server/platform/problem-texts.ts'
import type { Answer } from '#server/webhooks/post.ts'

type Asking = Pick<App, 'sql'>

/** A delivery that is due, with the URL and the secrets for it. */
export type Due = {
  id: string
  endpointId: string
  payload: string | null
  attempts: number
  url: string
  secret: string
  /** Former secrets that still sign, the latest first. */
  formerSecrets: string[]
  failures: number
}

const { leaseMs, giveUpMs, outageMs } = limits.webhook

/** SQL condition: the delivery `d` is due, and no earlier one about the same item waits, so that none overtakes another. */
const isNext = (sql: Sql) => sql`d.status = 'waiting' and d.due_at <= now() and not exists (
  select from webhook_deliveries e where e.endpoint_id = d.endpoint_id and e.item_id = d.item_id and e.status = 'waiting' and e.number < d.number)`

/**
 * Locks for this node the endpoints with due deliveries that no other node has locked. Other nodes cannot lock them until the lock expires, so that
 * the deliveries of an endpoint keep their order.
 */
export async function lockEndpoints({ sql }: Asking, node: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update webhook_endpoints set held_by = ${node}, held_until = now() + ${leaseMs} * interval '1 millisecond' where id in (
      select id from webhook_endpoints w where enabled and coalesce(held_until <= now(), true) and coalesce(rest_until <= now(), true)
        and exists (select from webhook_deliveries d where d.endpoint_id = w.id and ${isNext(sql)})
      for update skip locked
    ) returning id`
  return rows.map(({ id }) => id)
}

/** The next delivery of an endpoint that this node has locked; renews the lock. Null if nothing is due, or the endpoint rests, is off or deleted. */
export async function takeNext({ sql }: Asking, node: string, endpointId: string): Promise<Due | null> {
  const [due] = await sql<Due[]>`
    with held as (
      update webhook_endpoints set held_until = now() + ${leaseMs} * interval '1 millisecond'
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

/** Releases the lock for other nodes. */
export async function releaseEndpoint({ sql }: Asking, node: string, endpointId: string): Promise<void> {
  await sql`update webhook_endpoints set held_by = null, held_until = null where id = ${endpointId} and held_by = ${node}`
}

/**
 * Notes a success and ends the failures of the endpoint. After an outage, deferred deliveries are due at once, as they block later ones;
 * this extra attempt does not count, so that a message that fails for its own reason keeps its three days.
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

/** The consequence of a failure, in ms: when this delivery is retried (null: never automatically), and how long its endpoint rests. */
export type PutOff = { error: StoredProblem | null; waitMs: number | null; restMs: number }

/**
 * Notes a failure. A delivery that has waited too long is given up, even after few attempts. One that was replayed meanwhile keeps its new
 * place.
 */
export async function noteFailed({ sql }: Asking, due: Due, { status, ms, answer }: Answer, putOff: PutOff): Promise<void> {
  const { id, endpointId, attempts } = due
  const { waitMs, restMs } = putOff
  const error = putOff.error?.message ?? null
  const named = putOff.error?.named ? JSON.stringify(putOff.error.named) : null
  await sql`
    with attempt as (
      insert into webhook_attempts (delivery_id, status, ms, answer, error, named)
      select id, ${status}::integer, ${ms}::integer, ${answer}::text, ${error}::text, ${named}::jsonb from webhook_deliveries where id = ${id}
    ), endpoint as (
      update webhook_endpoints set failures = failures + 1, failing_since = coalesce(failing_since, now()),
        rest_until = now() + ${restMs}::bigint * interval '1 millisecond'
      where id = ${endpointId}
    )
    update webhook_deliveries set attempts = attempts + 1, last_status = ${status}::integer, last_error = ${error}::text,
      last_problem = ${putOff.error && JSON.stringify(putOff.error)}::jsonb,
      status = case when ${waitMs}::bigint is null or queued_at < now() - ${giveUpMs}::bigint * interval '1 millisecond' then 'dead' else 'waiting' end,
      due_at = now() + coalesce(${waitMs}::bigint, 0) * interval '1 millisecond'
    where id = ${id} and status = 'waiting' and attempts = ${attempts}`
}
