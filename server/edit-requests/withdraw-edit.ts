import type { EditRequestDetail } from '#domain/edit-request.ts'
import type { Actor } from '#domain/user.ts'
import { lockProductOf } from '#server/edit-requests/decide-edit.ts'
import { editCondition } from '#server/edit-requests/edit-condition.ts'
import { explainEditMove } from '#server/edit-requests/explain-edit-move.ts'
import { findEditRequest } from '#server/edit-requests/find-edit-request.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import { commit } from '#server/platform/events/commit.ts'
import { endRequest } from '#server/products/edit/end-request.ts'
import { releaseProposed } from '#server/products/pictures/proposed-files.ts'

/** Withdraws a waiting request; the product stays as it is (product §4). Throws `not-found`, `already-decided`, `wrong-status`. */
export async function withdrawEdit(app: App, actor: Actor, id: string): Promise<EditRequestDetail> {
  const dropped = await commit(app, async (tx) => {
    const product = await lockProductOf(tx, id)
    const may = editCondition('withdraw', actor)
    if (!(await endRequest(tx, { id, product, move: 'withdraw', actorId: actor.id, may }))) return null
    return product ? releaseProposed(tx, product.id) : []
  })
  if (!dropped) return explainEditMove(app, actor, id)
  void removeReleased(app, dropped)
  return findEditRequest(app, actor, id)
}
