import { type SQL, sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { hinted } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { actorPlaceholders, actorValues } from '#server/products/decide/decide.ts'
import { productNotFound } from '#server/products/find-product.ts'
import { visibleTo } from '#server/products/visible-to.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

type PresenceRow = { said: boolean; changed: boolean; others: { id: string; name: string }[] }

const id = sql.placeholder('id')
const mine = sql`product_id = ${id} and user_id = ${actorPlaceholders.id}`

/** Deletes lapsed rows of all products, including those of browsers that could not report that they left. */
const lapsed = sql`lapsed as (
  delete from lookers where (product_id, user_id) in (
    select product_id, user_id from lookers where until <= now() and not (${mine})
    order by until limit ${sql.raw(String(limits.look.clearedAtOnce))} for update skip locked
  ) returning product_id
)`

/** Hints to admins about products whose set of viewers changed; renewing presence publishes nothing. */
const hintIf = (changed: SQL) =>
  hinted('product.look', sql`select product_id, null from (select product_id from lapsed union ${changed}) c`)

const answer = sql`exists (select from hint) as changed, (
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name, u.id), '[]')
  from lookers l join users u on u.id = l.user_id
  where l.product_id = ${id} and l.user_id <> ${actorPlaceholders.id} and l.until > now() and u.status = 'active' and u.role = 'admin'
) as others`

const update = preparedStatement<PresenceRow>(sql`
  with before as (select from lookers where ${mine} and until > now()), said as (
    insert into lookers (product_id, user_id, until)
    select products.id, ${actorPlaceholders.id}::text, now() + ${sql.raw(String(limits.look.lastsMs))} * interval '1 millisecond' from products
    where products.id = ${id} and ${visibleTo({ id: actorPlaceholders.id, role: 'admin' })} and ${stillActive(actorPlaceholders)}
    on conflict (product_id, user_id) do update set until = excluded.until returning product_id
  ), ${lapsed}, ${hintIf(sql`select product_id from said where not exists (select from before)`)}
  select exists (select from said) as said, ${answer}`)

const leave = preparedStatement<PresenceRow>(sql`
  with allowed as (select where ${stillActive(actorPlaceholders)}), said as (
    delete from lookers where ${mine} and exists (select from allowed) returning product_id
  ), ${lapsed}, ${hintIf(sql`select product_id from said`)}
  select exists (select from allowed) as said, ${answer}`)

/**
 * Notes that an admin has a product open, for a limited time, or has left it; returns the other viewers (product §3). Throws `not-found`;
 * leaving a deleted product is not an error.
 */
export async function updatePresence(
  app: App,
  actor: Actor,
  { id, leave: leaving }: Inputs['products']['look'],
): Promise<Pick<PresenceRow, 'others'>> {
  const run = leaving ? leave : update
  const [row] = await run(app.sql, { id, ...actorValues(actor) })
  if (!row?.said) {
    await assertActive(app, actor)
    throw productNotFound()
  }
  if (row.changed) app.feed.wake()
  return { others: row.others }
}
