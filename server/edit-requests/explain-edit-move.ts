import type { z } from 'zod'
import type { ExpectedEdit } from '#contract/edit-requests.ts'
import { type EditRequestDetail, type EditRequestStatus, editRequestMoves } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Actor } from '#domain/user.ts'
import { findEditRequest } from '#server/edit-requests/find-edit-request.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive } from '#server/sessions/assert-active.ts'

const decided: Partial<Record<EditRequestStatus, string>> = {
  approved: 'approved this',
  partly_approved: 'approved a part of this',
  rejected: 'rejected this',
}
const ended: Partial<Record<EditRequestStatus, string>> = {
  withdrawn: 'The seller has withdrawn this meanwhile.',
}
const replaced = 'A newer change of the product took the place of this one. Look at that instead.'
const closed = 'This was closed in the meantime: the product left the sale or was assigned to another seller.'
const neverLive = {
  gone: 'The product is gone, so nothing of this can go live. Reject the request to close it.',
  notOnSale: 'The product is not on sale, so nothing of this can go live. Reject the request to close it.',
  other: 'The product does not wait for this request, so nothing of it can go live. Reject the request to close it.',
}

type ExpectedVersions = Pick<z.infer<typeof ExpectedEdit>, 'version' | 'productVersion'>

/**
 * Throws the reason why a move changed nothing, with the fresh request, and if it was decided, with who decided and when. If the request is
 * still as `expected`, the reason is why none of it can go live, or that its seller is suspended.
 */
export async function explainEditMove(app: App, actor: Actor, id: string, expected?: ExpectedVersions): Promise<never> {
  await assertActive(app, actor)
  const fresh = await findEditRequest(app, actor, id)
  const { status } = fresh
  if (decided[status]) throw await alreadyDecided(app, actor, fresh, decided[status])
  if (ended[status]) throw new AppError('wrong-status', { message: ended[status], detail: { fresh } })
  if (status === 'superseded')
    throw new AppError('wrong-status', { message: (await isReplaced(app, id)) ? replaced : closed, detail: { fresh } })
  const problem = expected && whyNot(actor, editRequestMoves.reject, fresh)
  if (problem) throw new AppError(problem, { detail: { fresh } })
  if (expected && isAsExpected(fresh, expected)) throw new AppError('wrong-status', { message: whyNeverLive(fresh), detail: { fresh } })
  throw new AppError('stale-version', { detail: { fresh } })
}

const isAsExpected = ({ version, productVersion }: EditRequestDetail, expected: ExpectedVersions) =>
  version === expected.version && (productVersion === null || productVersion === expected.productVersion)

const whyNeverLive = ({ product }: EditRequestDetail) =>
  !product ? neverLive.gone : product.status === 'approved' ? neverLive.other : neverLive.notOnSale

/** A replacement is created in the transaction that supersedes the old request, so both have the same time. */
async function isReplaced({ sql }: App, id: string): Promise<boolean> {
  const newer = await sql`
    select from edit_requests r join edit_requests n on n.product_id = r.product_id and n.created_at = r.decided_at where r.id = ${id}`
  return newer.length > 0
}

async function alreadyDecided({ sql }: App, actor: Actor, fresh: EditRequestDetail, what: string): Promise<AppError> {
  const [by] = await sql<{ id: string | null }[]>`select decided_by as id from edit_requests where id = ${fresh.id}`
  const { decidedBy, decidedAt } = fresh
  const who = by?.id === actor.id ? 'You have already' : decidedBy ? `${decidedBy} has` : 'An administrator has'
  const message = by?.id === actor.id ? `${who} ${what}.` : `${who} ${what} meanwhile.`
  return new AppError('already-decided', { message, detail: { fresh, decidedBy, decidedAt } })
}
