import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { type Actor, type UserMove, userMoves, whyNotUser } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { confirmedLately } from '#server/second-factor/confirm-identity.ts'
import { refuseInactive } from '#server/sessions/why-inactive.ts'
import { userNotFound } from '#server/users/find-user.ts'
import { anotherAdmin, openLineCount, unarchivedCount } from '#server/users/hold-admins.ts'
import { type ManagedUser, managedColumns } from '#server/users/managed-user.ts'

const isAlready = (name: UserMove, { role }: ManagedUser) => userMoves[name].role !== null && userMoves[name].role !== role
const already = ({ name, role }: ManagedUser) => `${name} is ${role === 'admin' ? 'an admin' : 'a seller'} already.`

type Facts = { isLastAdmin: boolean; unarchived: number; openLines: number; confirmed: boolean }

/** Says on the fresh person why a move changed nothing. Always throws; `wrong-status` where somebody changed it back meanwhile. */
export async function explainUserMove(app: App, actor: Actor, name: UserMove, id: string): Promise<never> {
  await refuseInactive(app, actor)
  const [found] = await app.db.execute<ManagedUser & Facts>(sql`
    select ${managedColumns(app)}, ${unarchivedCount} as unarchived, ${openLineCount} as "openLines", ${confirmedLately(actor)} as confirmed,
      users.role = 'admin' and users.status = 'active' and not ${anotherAdmin} as "isLastAdmin"
    from users where id = ${id}`)
  if (!found) throw userNotFound()
  const { isLastAdmin, unarchived, openLines, confirmed, ...fresh } = found
  const code = whyNotUser(actor, name, found)
  // The status is not what stands in the way where a colleague changed the role first.
  if (code === 'wrong-status' && isAlready(name, found)) throw new AppError(code, { message: already(found), detail: { fresh } })
  if (code) throw new AppError(code, { detail: { fresh } })
  if (name === 'makeAdmin' && unarchived + openLines > 0) throw new AppError('still-selling', { detail: { unarchived, openLines } })
  if (userMoves[name].confirmed && !confirmed) throw new AppError('confirmation-needed', { field: 'password' })
  throw new AppError('wrong-status', { detail: { fresh } })
}
