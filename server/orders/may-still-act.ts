import { type SQL, sql } from 'drizzle-orm'
import { type By, isProgram, type Program } from '#domain/by.ts'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive } from '#server/sessions/assert-active.ts'
import { stillActive } from '#server/sessions/still-active.ts'

const programHolds: Record<Program['kind'], (id: string) => SQL> = {
  key: (id) => sql`exists (select 1 from api_keys k where k.id = ${id} and k.revoked_at is null)`,
  // Whose file it is need not stay signed in.
  import: (id) => sql`exists (select 1 from users u where u.id = ${id} and u.status = 'active' and u.role = 'admin')`,
}

/** True inside a statement as long as who acts may act at all: a person whose session lives and who is active, or a key that is not revoked. */
export const mayStillAct = (by: By): SQL => (isProgram(by) ? programHolds[by.kind](by.id) : stillActive(by))

/** Explains why a write whose condition was `byHolds` changed nothing, if it was who acts; returns if nothing is wrong with him. */
export async function assertMayStillAct(app: Pick<App, 'sql' | 'db'>, by: By): Promise<void> {
  if (!isProgram(by)) return assertActive(app, by)
  const [holds] = await app.db.execute(sql`select where ${mayStillAct(by)}`)
  if (!holds) throw new AppError(by.kind === 'key' ? 'wrong-api-key' : 'not-allowed')
}

/** How an event names who acted: a person by his id, a key by its name among what stood there afterwards. */
export const actedBy = (by: By) => {
  const isKey = isProgram(by) && by.kind === 'key'
  return { actorId: isKey ? null : by.id, key: isKey ? { key: by.name } : {} }
}
