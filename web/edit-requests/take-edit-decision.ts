import type { QueryClient } from '@tanstack/react-query'
import type { EditRequest, EditRequestDetail, RefusedField } from '#domain/edit-request.ts'
import { openUndone } from '#web/approval/decisions.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { storeDraft } from '#web/approval/reject/rejection-drafts.ts'
import { decideOptimistically, type OptimisticDecision } from '#web/approval/review/decide-optimistically.ts'
import { adoptEdit } from '#web/edit-requests/adopt-edit.ts'
import { fieldDraft } from '#web/edit-requests/use-verdicts.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { undoing, untilFromNow } from '#web/platform/queries/undo-decision.ts'
import { client, rpc, type Sending } from '#web/platform/rpc/rpc.ts'
import type { Undo } from '#web/ui/toasts.ts'

/** Changes with everything that a decision names, so a request that changed and came back has another stamp. */
export const editStamp = ({ status, version, productVersion }: Pick<EditRequest, 'status' | 'version' | 'productVersion'>) =>
  [status, version, productVersion].join(' ')

/** What a decision makes of a request. */
type Decided = Exclude<EditRequest['status'], 'pending' | 'withdrawn' | 'superseded'>

/** A decision: the request as the admin saw it, with the refused fields or one reason for all. */
export type EditDecision = {
  request: EditRequestDetail
  move: 'approve' | 'reject'
  refused: RefusedField[]
  reason: RejectDraft | null
}

/** Decides on a request optimistically, and opens the next one. Does nothing while it is being decided. */
export function takeEditDecision(queries: QueryClient, decision: EditDecision, goOn: () => void): void {
  const { request, move } = decision
  const { id, productTitle: title, status } = request
  const asOne: OptimisticDecision<EditRequestDetail> = {
    noun: 'editRequests',
    id,
    status,
    stamp: editStamp(request),
    queryKey: rpc.editRequests.get.queryKey({ input: { id } }),
    send: (left) => send(queries, decision, left),
    done: (fresh) => t(`editRequests.done.${fresh.status as Decided}`, { title }),
    undo: (fresh) => undoFor(queries, fresh),
    refused: (message) =>
      message === null ? t(`editRequests.unknown.${move}`, { title }) : `${t(`editRequests.notDone.${move}`, { title })} ${message}`,
  }
  decideOptimistically(queries, asOne, goOn)
}

async function send(queries: QueryClient, decision: EditDecision, left: () => void): Promise<EditRequestDetail> {
  const { id, fields } = decision.request
  const sender = currentUserId()
  const fresh = await call(decision, { context: { left } })
  if (currentUserId() !== sender) return fresh
  for (const key of [id, ...fields.map((field) => fieldDraft(id, field))]) storeDraft(key, emptyDraft)
  adoptEdit(queries, fresh)
  void queries.invalidateQueries({ queryKey: rpc.products.key() })
  return fresh
}

const expectedOf = ({ id, version, productVersion }: EditRequestDetail) => ({ id, version, productVersion: productVersion ?? 0 })

/** The undo of the person's own decision on a request. */
const undoFor = (queries: QueryClient, decided: EditRequestDetail): Undo => {
  const { id, productTitle: title } = decided
  const send = async () => {
    const askedAt = performance.now()
    const undone = await client.editRequests.undo(expectedOf(decided))
    queries.setQueryData(rpc.editRequests.get.queryKey({ input: { id } }), undone)
    openUndone('editRequests')(undone, askedAt)
  }
  return undoing(queries, [{ id, title, send, until: untilFromNow() }], [rpc.editRequests.key(), rpc.products.key()])
}

type Sent = { context: Sending }

function call({ request, move, refused, reason }: EditDecision, sending: Sent): Promise<EditRequestDetail> {
  const expected = expectedOf(request)
  // If all fields are refused one by one, each keeps its own reason.
  if (move === 'approve' || !reason) return client.editRequests.approve({ ...expected, refused }, sending)
  if (!reason.code) throw new Error('A rejection was sent without its reason.')
  return client.editRequests.reject({ ...expected, code: reason.code, rejectionReason: reason.text.trim() }, sending)
}
