import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById } from '#contract/page.ts'
import { WaitingAdmin } from '#domain/transfer.ts'
import { TransferRun } from '#domain/transfer-run.ts'
import { Code, OwnPassword } from '#domain/user.ts'

/**
 * Imports of uploaded exports of a former product. `POST /api/transfers?name=…&majorUnits=…` uploads an archive, whose dry run starts
 * automatically; `/api/transfers/{id}/report.csv` returns its report.
 */
export const transfers = {
  /** Those that are kept, newest first, and the people who were admins in the former product. */
  list: oc.output(z.object({ runs: z.array(TransferRun), waitingAdmins: z.array(WaitingAdmin) })),
  /** Imports an export after its dry run. */
  run: oc.input(ById.extend({ password: OwnPassword.optional(), code: Code.optional() })).output(TransferRun),
  /** Stops the dry run or the import; records already written stay. */
  cancel: oc.input(ById).output(TransferRun),
}
