import type { EditRequestDetail } from '#domain/edit-request.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Actor } from '#domain/user.ts'
import { decideEdit, type Expected, type Judge } from '#server/edit-requests/decide-edit.ts'
import type { App } from '#server/platform/app.ts'

type Reason = { code: RejectionCode; rejectionReason: string }

/** Rejects a request with one reason; also closes one with an unknown payload (product §4). Throws what `decideEdit` throws. */
export const rejectEdit = (app: App, actor: Actor, { code, rejectionReason, ...expected }: Expected & Reason): Promise<EditRequestDetail> =>
  decideEdit(app, actor, expected, rejectFields({ code, rejectionReason }))

/** Refuses every field for the same reason. */
export const rejectFields =
  ({ code, rejectionReason }: Reason): Judge =>
  (fields) => ({ decisions: fields.map((field) => ({ field, accepted: false, code, rejectionReason })), reason: rejectionReason, code })
