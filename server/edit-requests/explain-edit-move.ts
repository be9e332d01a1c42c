import type { EditRequestDetail, EditRequestStatus } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { findEditRequest } from '#server/edit-requests/find-edit-request.ts'
import { refuseInactive } from '#server/users/why-inactive.ts'

const decided: Partial<Record<EditRequestStatus, string>> = {
  approved: 'approved this',
  partly_approved: 'approved a part of this',
  rejected: 'rejected this',
}
const ended: Partial<Record<EditRequestStatus, string>> = {
  withdrawn: 'The seller has withdrawn this meanwhile.',
  superseded: 'The product left the sale meanwhile, so there is nothing to decide any more.',
}

/** Says on the fresh request why a move changed nothing, and if somebody decided, who it was and when. Always throws. */
export async function explainEditMove(app: App, actor: Actor, id: string): Promise<never> {
  await refuseInactive(app, actor)
  const fresh = await findEditRequest(app, actor, id)
  const { status } = fresh
  if (decided[status]) throw await alreadyDecided(app, actor, fresh, decided[status])
  if (ended[status]) throw new AppError('wrong-status', { message: ended[status], detail: { fresh } })
  throw new AppError('stale-version', { detail: { fresh } })
}

async function alreadyDecided({ sql }: App, actor: Actor, fresh: EditRequestDetail, what: string): Promise<AppError> {
  const [by] = await sql<{ id: string | null }[]>`select decided_by as id from edit_requests where id = ${fresh.id}`
  const { decidedBy, decidedAt } = fresh
  const who = by?.id === actor.id ? 'You have already' : decidedBy ? `${decidedBy} has` : 'An administrator has'
  const message = by?.id === actor.id ? `${who} ${what}.` : `${who} ${what} meanwhile.`
  return new AppError('already-decided', { message, detail: { fresh, decidedBy, decidedAt } })
}
