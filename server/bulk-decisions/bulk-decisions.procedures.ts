import { dismissBulkDecision, listBulkDecisions } from '#server/bulk-decisions/list-or-dismiss.ts'
import { startBulkDecision } from '#server/bulk-decisions/start-bulk-decision.ts'
import { undoBulkDecision } from '#server/bulk-decisions/undo-bulk-decision.ts'
import { actorOf, os } from '#server/platform/http/os.ts'

export const bulkDecisions = os.bulkDecisions.router({
  start: os.bulkDecisions.start.handler(({ context, input }) => startBulkDecision(context.app, actorOf(context, 'admin'), input)),
  undo: os.bulkDecisions.undo.handler(({ context, input }) => undoBulkDecision(context.app, actorOf(context, 'admin'), input.id)),
  dismiss: os.bulkDecisions.dismiss.handler(({ context, input }) => dismissBulkDecision(context.app, actorOf(context, 'admin'), input.id)),
  list: os.bulkDecisions.list.handler(({ context }) => listBulkDecisions(context.app, actorOf(context, 'admin'))),
})
