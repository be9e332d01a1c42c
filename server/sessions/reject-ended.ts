import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive } from '#server/sessions/assert-active.ts'

/** Throws why an API key or invitation was not ended: as `assertActive`, else `not-found`, or `wrong-status` if it had ended before. */
export async function rejectEnded(app: App, actor: Actor, table: 'api_keys' | 'invitations', id: string): Promise<never> {
  await assertActive(app, actor)
  const there = await app.sql`select from ${app.sql(table)} where id = ${id}`
  throw new AppError(there.length > 0 ? 'wrong-status' : 'not-found')
}
