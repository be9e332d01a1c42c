import { asAdmin, forAdmins, os } from '#server/platform/http/os.ts'
import { cancelRun, listRuns, startRun } from '#server/transfers/runs.ts'
import { listWaitingAdmins } from '#server/transfers/waiting-admins.ts'

export const transfers = os.transfers.router({
  list: os.transfers.list.handler(
    forAdmins(async (app) => {
      const [runs, waitingAdmins] = await Promise.all([listRuns(app), listWaitingAdmins(app)])
      return { runs, waitingAdmins }
    }),
  ),
  run: os.transfers.run.handler(asAdmin(startRun)),
  cancel: os.transfers.cancel.handler(asAdmin((app, actor, { id }) => cancelRun(app, actor, id))),
})
