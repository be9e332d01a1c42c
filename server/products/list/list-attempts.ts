import type { Attempt } from '#contract/products.ts'
import { isTakeDown } from '#domain/event-kinds.ts'
import type { RejectionCode, RejectionField } from '#domain/rejection.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { wasUndone } from '#server/platform/events/undone.ts'
import { findProduct } from '#server/products/find-product.ts'
import { isoMoment } from '#server/products/product-row.ts'

type Step = {
  kind: 'product.submit' | 'product.withdraw' | 'product.approve' | 'product.reject'
  created_at: string
  actor: string | null
  reason: string | null
  code: RejectionCode | null
  before: Record<string, unknown> | null
  after: { fields?: RejectionField[] } | null
}

const decisions = { 'product.approve': 'approved', 'product.reject': 'rejected', 'product.withdraw': 'withdrawn' } as const

/**
 * Every attempt to get a product approved, oldest first, with its outcome (product §3). A decision on a decided product, such as a
 * take-down, is a separate line under the same number. Sellers see the attempts from the time the product was theirs, without the admin's
 * name. Throws `not-found`.
 */
export async function listAttempts(app: App, actor: Actor, id: string): Promise<Attempt[]> {
  const { created_at } = await findProduct(app, actor, id)
  const theirs = actor.role === 'admin' ? app.sql`true` : app.sql`e.owner_id = ${actor.id}`
  const steps = await app.sql<Step[]>`
    select e.kind, e.created_at, u.name as actor, d.reason, d.code, d.before, d.after
    from events e left join event_details d on d.event_id = e.id left join users u on u.id = e.actor_id
    where e.item_id = ${id} and e.kind in ('product.submit', 'product.withdraw', 'product.approve', 'product.reject')
      and ${theirs} and not ${app.sql.unsafe(wasUndone('e'))}
    order by e.id`
  const attempts: Attempt[] = []
  for (const step of steps) addStep(attempts, step, created_at)
  return actor.role === 'admin' ? attempts : attempts.map((attempt) => ({ ...attempt, decidedBy: null }))
}

function addStep(attempts: Attempt[], step: Step, createdAt: string): void {
  const { kind, created_at, actor, reason, code, after } = step
  const last = attempts.at(-1)
  const at = isoMoment(created_at)
  if (kind === 'product.submit') {
    const open = { decision: null, takenDown: false, decidedAt: null, decidedBy: null, rejectionReason: null, code: null, fields: [] }
    attempts.push({ number: (last?.number ?? 0) + 1, submittedAt: at, ...open })
    return
  }
  // A creation that becomes a draft before its pictures are named was never submitted.
  if (kind === 'product.withdraw' && last?.decision !== null) return
  if (last?.decision === null) attempts.pop()
  const { number, submittedAt } = last ?? { number: 1, submittedAt: createdAt }
  const decided = { decision: decisions[kind], takenDown: isTakeDown(step), decidedAt: at, decidedBy: actor }
  attempts.push({ number, submittedAt, ...decided, rejectionReason: reason, code, fields: after?.fields ?? [] })
}
