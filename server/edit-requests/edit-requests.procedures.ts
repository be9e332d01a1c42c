import { approveEdit } from '#server/edit-requests/approve-edit.ts'
import { createEditRequest } from '#server/edit-requests/create-edit-request.ts'
import { findEditRequest } from '#server/edit-requests/find-edit-request.ts'
import { countWaitingEdits, listEditQueue } from '#server/edit-requests/list-edit-queue.ts'
import { listEditRequests } from '#server/edit-requests/list-edit-requests.ts'
import { rejectEdit } from '#server/edit-requests/reject-edit.ts'
import { undoEdit } from '#server/edit-requests/undo-edit.ts'
import { withdrawEdit } from '#server/edit-requests/withdraw-edit.ts'
import { asAdmin, asPerson, asSeller, forAdmins, os } from '#server/platform/http/os.ts'

export const editRequests = os.editRequests.router({
  queue: os.editRequests.queue.handler(forAdmins(listEditQueue)),
  waiting: os.editRequests.waiting.handler(forAdmins(countWaitingEdits)),
  get: os.editRequests.get.handler(asPerson((app, actor, { id }) => findEditRequest(app, actor, id))),
  list: os.editRequests.list.handler(asPerson(listEditRequests)),
  create: os.editRequests.create.handler(asSeller(createEditRequest)),
  withdraw: os.editRequests.withdraw.handler(asSeller((app, actor, { id }) => withdrawEdit(app, actor, id))),
  approve: os.editRequests.approve.handler(asAdmin(approveEdit)),
  undo: os.editRequests.undo.handler(asAdmin(undoEdit)),
  reject: os.editRequests.reject.handler(asAdmin(rejectEdit)),
})
