import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { type Actor, type UserMove, whyNotUser } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { userNotFound } from '#server/users/find-user.ts'
import { anotherAdmin } from '#server/users/hold-admins.ts'
import { type ManagedUser, managedColumns } from '#server/users/managed-user.ts'
import { refuseInactive } from '#server/users/why-inactive.ts'

/** Says on the fresh person why a move changed nothing. Always throws; `wrong-status` where somebody changed it back meanwhile. */
export async function explainUserMove(app: App, actor: Actor, name: UserMove, id: string): Promise<never> {
  await refuseInactive(app, actor)
  const [found] = await app.db.execute<ManagedUser & { isLastAdmin: boolean }>(sql`
    select ${managedColumns(app)}, users.role = 'admin' and users.status = 'active' and not ${anotherAdmin} as "isLastAdmin"
    from users where id = ${id}`)
  if (!found) throw userNotFound()
  const { isLastAdmin, ...fresh } = found
  throw new AppError(whyNotUser(actor, name, found) ?? 'wrong-status', { detail: { fresh } })
}
