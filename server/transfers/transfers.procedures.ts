import { actorOf, forAdmins, os } from '#server/platform/http/os.ts'
import { cancelRun, listRuns, startRun } from '#server/transfers/runs.ts'
import { listWaitingAdmins } from '#server/transfers/waiting-admins.ts'

export const transfers = os.transfers.router({
  list: os.transfers.list.handler(
    forAdmins(async (app) => {
      const [runs, waitingAdmins] = await Promise.all([listRuns(app), listWaitingAdmins(app)])
      return { runs, waitingAdmins }
    }),
  ),
  run: os.transfers.run.handler(({ context, input }) => startRun(context.app, actorOf(context, 'admin'), input)),
  cancel: os.transfers.cancel.handler(({ context, input }) => cancelRun(context.app, actorOf(context, 'admin'), input.id)),
})
