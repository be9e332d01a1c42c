import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { locks } from '#server/platform/database/locks.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { seal, unseal } from '#server/platform/sealed.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

type Secret = { createdAt: string | null; formerUntil: string | null }

/** When the present secret was made, and until when former ones are accepted; never the secret itself. */
export async function findSecret({ db }: Pick<App, 'db'>): Promise<Secret> {
  const [row] = await db.execute<Secret>(sql`
    select ${isoSql('max(created_at) filter (where until is null)')} as "createdAt",
      ${isoSql('max(until) filter (where until > now())')} as "formerUntil" from widget_secrets`)
  return row ?? { createdAt: null, formerUntil: null }
}

/**
 * Makes a new secret and returns it, this once. The former ones are accepted for `limits.widget.overlapMs` longer, or with `endFormer` no longer.
 * Throws `too-many-requests` after so many rotations that too many would be accepted.
 */
export async function rotateSecret(app: App, actor: Actor, { endFormer }: { endFormer: boolean }): Promise<{ secret: string }> {
  const { rotationsMax: max, overlapMs, secretBytes } = limits.widget
  await assertWithinLimit(app, [{ of: ['rotate', 'widget'], max, windowMs: overlapMs }])
  const secret = `bsw_${randomBytes(secretBytes).toString('base64url')}`
  const made = await commit(app, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.settings})`)
    const stored = await tx.execute(sql`
      insert into widget_secrets (id, sealed) select ${newId()}, ${seal(Buffer.from(secret), app.config.sessionSecret, 'widget')}
      where ${stillActive(actor)} returning id`)
    const [row] = stored
    if (!row) return false
    const end = endFormer ? sql`now()` : sql`least(until, now() + ${overlapMs} * interval '1 millisecond')`
    await tx.execute(sql`delete from widget_secrets where until <= now()`)
    await tx.execute(sql`update widget_secrets set until = ${end} where id <> ${row.id}`)
    await record(tx, { kind: 'widget.rotate', itemId: 'widget', ownerId: null, actorId: actor.id, fields: ['secret'] })
    return true
  })
  return made ? { secret } : rejectInactive(app, actor)
}

const find = preparedStatement<{ sealed: string }>(sql`
  select sealed from widget_secrets where until is null or until > now() order by until desc nulls first`)

/** @public The accepted secrets, the present one first. Read for every token, so that an ended one is refused at once. */
export async function acceptedSecrets({ sql, config }: Pick<App, 'sql' | 'config'>): Promise<Buffer[]> {
  const rows = await find(sql, {})
  return rows.map(({ sealed }) => unseal(sealed, config.sessionSecret, 'widget')).filter((secret) => secret !== null)
}
