import { type SQL, sql } from 'drizzle-orm'
import type { EditRequestDetail } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor, Role } from '#domain/user.ts'
import { type DetailRow, detailColumns, detailFor, editRequestSource } from '#server/edit-requests/edit-request-row.ts'
import type { App } from '#server/platform/app.ts'

const rules: Record<Role, (id: string) => SQL> = { seller: (id) => sql`r.seller_id = ${id}`, admin: () => sql`true` }

/** SQL condition: the edit requests that the actor may see. All others answer exactly like an unknown id. */
export const visibleEditsTo = ({ id, role }: Pick<Actor, 'id' | 'role'>): SQL => rules[role](id)

/** An edit request as the actor may see it, with live and proposed values (product §4). Throws `not-found`. */
export async function findEditRequest({ db }: Pick<App, 'db'>, actor: Actor, id: string): Promise<EditRequestDetail> {
  const query = sql`select ${detailColumns} from ${editRequestSource(actor)} where r.id = ${id} and ${visibleEditsTo(actor)}`
  const [row] = await db.execute<DetailRow>(query)
  if (!row) throw new AppError('not-found')
  return detailFor(actor, row)
}
