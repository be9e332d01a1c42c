import { type SQL, sql } from 'drizzle-orm'
import { type By, isProgram, type Program } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

const programMayAct: Record<Program['kind'], (id: string) => SQL> = {
  key: (id) => sql`exists (select 1 from api_keys k where k.id = ${id} and k.revoked_at is null)`,
  // The admin who imported the file may have signed out.
  import: (id) => sql`exists (select 1 from users u where u.id = ${id} and u.status = 'active' and u.role = 'admin')`,
}

/** SQL condition: the actor may still act, as an active person with a valid session or a key that is not revoked. */
export const mayStillAct = (by: By): SQL => (isProgram(by) ? programMayAct[by.kind](by.id) : stillActive(by))

/** Throws if a write with the condition `mayStillAct` changed nothing because of the actor; returns if the actor may act. */
export async function assertMayStillAct(app: Pick<App, 'sql' | 'db'>, by: By): Promise<void> {
  if (!isProgram(by)) return assertActive(app, by)
  const [holds] = await app.db.execute(sql`select where ${mayStillAct(by)}`)
  if (!holds) throw new AppError(by.kind === 'key' ? 'wrong-api-key' : 'not-allowed')
}

/** How an event names the actor: a person by id, a key by its name among the values after the change. */
export const actedBy = (by: By) => {
  const isKey = isProgram(by) && by.kind === 'key'
  return { actorId: isKey ? null : by.id, key: isKey ? { key: by.name } : {} }
}
