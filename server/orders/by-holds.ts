import { type SQL, sql } from 'drizzle-orm'
import { type By, isProgram } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/app.ts'
import { stillActive } from '#server/users/still-active.ts'
import { refuseInactive } from '#server/users/why-inactive.ts'

/** True inside a statement as long as who acts may act at all: a person whose session lives and who is active, or a key that is not revoked. */
export const byHolds = (by: By): SQL =>
  isProgram(by) ? sql`exists (select 1 from api_keys k where k.id = ${by.id} and k.revoked_at is null)` : stillActive(by)

/** Explains why a write whose condition was `byHolds` changed nothing, if it was who acts; returns if nothing is wrong with him. */
export async function refuseBy(app: Pick<App, 'sql'>, by: By): Promise<void> {
  if (!isProgram(by)) return refuseInactive(app, by)
  const [key] = await app.sql`select from api_keys where id = ${by.id} and revoked_at is null`
  if (!key) throw new AppError('wrong-api-key')
}

/** How an event names who acted: a person by his id, a key by its name among what stood there afterwards. */
export const actedBy = (by: By) => ({ actorId: isProgram(by) ? null : by.id, key: isProgram(by) ? { key: by.name } : {} })
