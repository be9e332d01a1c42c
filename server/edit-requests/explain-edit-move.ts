import type { z } from 'zod'
import type { ExpectedEdit } from '#contract/edit-requests.ts'
import { type EditRequestDetail, editRequestMoves } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Actor } from '#domain/user.ts'
import { findEditRequest } from '#server/edit-requests/find-edit-request.ts'
import type { App } from '#server/platform/app.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertActive } from '#server/sessions/still-active.ts'

type ExpectedVersions = Pick<z.infer<typeof ExpectedEdit>, 'version' | 'productVersion'>

/**
 * Throws the reason why a move changed nothing, with the fresh request, and if it was decided, with who decided and when. If the request is
 * still as `expected`, the reason is why none of it can go live, or that its seller is suspended.
 */
export async function explainEditMove(app: App, actor: Actor, id: string, expected?: ExpectedVersions): Promise<never> {
  await assertActive(app, actor)
  const fresh = await findEditRequest(app, actor, id)
  const { status } = fresh
  if (status === 'approved' || status === 'partly_approved' || status === 'rejected') throw await alreadyDecided(app, actor, fresh, status)
  if (status === 'withdrawn') throw new AppError('wrong-status', { ...refusalText('edit-withdrawn'), detail: { fresh } })
  if (status === 'superseded')
    throw new AppError('wrong-status', { ...refusalText((await isReplaced(app, id)) ? 'edit-replaced' : 'edit-closed'), detail: { fresh } })
  const problem = expected && whyNot(actor, editRequestMoves.reject, fresh)
  if (problem) throw new AppError(problem, { detail: { fresh } })
  if (expected && isAsExpected(fresh, expected))
    throw new AppError('wrong-status', { ...refusalText(whyNeverLive(fresh)), detail: { fresh } })
  throw new AppError('stale-version', { detail: { fresh } })
}

const isAsExpected = ({ version, productVersion }: EditRequestDetail, expected: ExpectedVersions) =>
  version === expected.version && (productVersion === null || productVersion === expected.productVersion)

const whyNeverLive = ({ product }: EditRequestDetail) =>
  !product ? 'edit-product-gone' : product.status === 'approved' ? 'edit-not-waited-for' : 'edit-not-on-sale'

/** A replacement is created in the transaction that supersedes the old request, so both have the same time. */
async function isReplaced({ sql }: App, id: string): Promise<boolean> {
  const newer = await sql`
    select from edit_requests r join edit_requests n on n.product_id = r.product_id and n.created_at = r.decided_at where r.id = ${id}`
  return newer.length > 0
}

type Decided = 'approved' | 'partly_approved' | 'rejected'

async function alreadyDecided({ sql }: App, actor: Actor, fresh: EditRequestDetail, status: Decided): Promise<AppError> {
  const [by] = await sql<{ id: string | null }[]>`select decided_by as id from edit_requests where id = ${fresh.id}`
  const { decidedBy, decidedAt } = fresh
  const message =
    by?.id === actor.id ? refusalText('decided-by-you', { status }) : refusalText('decided-by-other', { status, by: decidedBy })
  return new AppError('already-decided', { ...message, detail: { fresh, decidedBy, decidedAt } })
}
