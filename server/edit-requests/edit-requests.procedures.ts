import { approveEdit } from '#server/edit-requests/approve-edit.ts'
import { createEditRequest } from '#server/edit-requests/create-edit-request.ts'
import { findEditRequest } from '#server/edit-requests/find-edit-request.ts'
import { countWaitingEdits, listEditQueue } from '#server/edit-requests/list-edit-queue.ts'
import { listEditRequests } from '#server/edit-requests/list-edit-requests.ts'
import { rejectEdit } from '#server/edit-requests/reject-edit.ts'
import { undoEdit } from '#server/edit-requests/undo-edit.ts'
import { withdrawEdit } from '#server/edit-requests/withdraw-edit.ts'
import { actorOf, forAdmins, os } from '#server/platform/http/os.ts'

export const editRequests = os.editRequests.router({
  queue: os.editRequests.queue.handler(forAdmins(listEditQueue)),
  waiting: os.editRequests.waiting.handler(forAdmins(countWaitingEdits)),
  get: os.editRequests.get.handler(({ context, input }) => findEditRequest(context.app, actorOf(context), input.id)),
  list: os.editRequests.list.handler(({ context, input }) => listEditRequests(context.app, actorOf(context), input)),
  create: os.editRequests.create.handler(({ context, input }) => createEditRequest(context.app, actorOf(context, 'seller'), input)),
  withdraw: os.editRequests.withdraw.handler(({ context, input }) => withdrawEdit(context.app, actorOf(context, 'seller'), input.id)),
  approve: os.editRequests.approve.handler(({ context, input }) => approveEdit(context.app, actorOf(context, 'admin'), input)),
  undo: os.editRequests.undo.handler(({ context, input }) => undoEdit(context.app, actorOf(context, 'admin'), input)),
  reject: os.editRequests.reject.handler(({ context, input }) => rejectEdit(context.app, actorOf(context, 'admin'), input)),
})
