import type { EditRequestDetail } from '#domain/edit-request.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Actor } from '#domain/user.ts'
import { decideEdit, type Expected, type Judge } from '#server/edit-requests/decide-edit.ts'
import type { App } from '#server/platform/app.ts'

type Reason = { code: RejectionCode; rejectionReason: string }

/** Refuses all that a request proposes, with one reason; also how one that is not understood is closed (product §4). Throws what `decideEdit` does. */
export const rejectEdit = (app: App, actor: Actor, { code, rejectionReason, ...seen }: Expected & Reason): Promise<EditRequestDetail> =>
  decideEdit(app, actor, seen, refusing({ code, rejectionReason }))

/** Refuses every field for the same reason. */
export const refusing =
  ({ code, rejectionReason }: Reason): Judge =>
  (fields) => ({ decisions: fields.map((field) => ({ field, accepted: false, code, rejectionReason })), reason: rejectionReason, code })
