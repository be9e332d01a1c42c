import type { EditRequestDetail, RefusedField } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { decideEdit, type Expected, type Judge } from '#server/edit-requests/decide-edit.ts'
import type { App } from '#server/platform/app.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/**
 * Makes the proposed values live, except for the fields in `refused`, each with its reason (product §4). Throws what `decideEdit` throws,
 * `payload-unknown` for a request that can only be closed, `invalid-argument` for a field it does not propose, `sku-taken`.
 */
export const approveEdit = (
  app: App,
  actor: Actor,
  { refused, ...expected }: Expected & { refused: readonly RefusedField[] },
): Promise<EditRequestDetail> => decideEdit(app, actor, expected, acceptFields(refused))

/** Accepts every field except the refused ones. */
export const acceptFields =
  (refused: readonly RefusedField[]): Judge =>
  (fields) => {
    if (fields.length === 0) throw new AppError('payload-unknown')
    const strange = refused.findIndex(({ field }) => !fields.includes(field))
    if (strange >= 0) throw new AppError('invalid-argument', { field: `refused.${strange}.field`, ...refusalText('not-proposed') })
    const decisions = fields.map((field) => {
      const { code = null, rejectionReason = null } = refused.find((one) => one.field === field) ?? {}
      return { field, accepted: code === null, code, rejectionReason }
    })
    return { decisions, ...why(refused) }
  }

/** All reasons in one text, each once, and their code if they share one. */
function why(refused: readonly RefusedField[]) {
  const reasons = new Set(refused.map(({ rejectionReason }) => rejectionReason))
  const [code = null, ...others] = new Set(refused.map((one) => one.code))
  return { reason: reasons.size > 0 ? [...reasons].join('\n') : null, code: others.length === 0 ? code : null }
}
