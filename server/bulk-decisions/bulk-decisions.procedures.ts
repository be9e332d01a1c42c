import { dismissBulkDecision, listBulkDecisions } from '#server/bulk-decisions/list-or-dismiss.ts'
import { startBulkDecision } from '#server/bulk-decisions/start-bulk-decision.ts'
import { undoBulkDecision } from '#server/bulk-decisions/undo-bulk-decision.ts'
import { asAdmin, os } from '#server/platform/http/os.ts'

export const bulkDecisions = os.bulkDecisions.router({
  start: os.bulkDecisions.start.handler(asAdmin(startBulkDecision)),
  undo: os.bulkDecisions.undo.handler(asAdmin((app, actor, { id }) => undoBulkDecision(app, actor, id))),
  dismiss: os.bulkDecisions.dismiss.handler(asAdmin((app, actor, { id }) => dismissBulkDecision(app, actor, id))),
  list: os.bulkDecisions.list.handler(asAdmin(listBulkDecisions)),
})
