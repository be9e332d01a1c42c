import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product, ProductStatus } from '#domain/product.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertComplete } from '#server/products/decide/assert-complete.ts'
import { findProduct } from '#server/products/find-product.ts'
import { columnsFor, isoMoment } from '#server/products/product-row.ts'
import { assertActive } from '#server/sessions/still-active.ts'

/** The product as the admin saw it when they decided (product §3). */
export type Expected = { id: string; status: ProductStatus; version: number }
type Decision = 'approve' | 'reject'

/** Placeholders for the actor in a prepared statement. */
export const actorPlaceholders = { id: sql.placeholder('actorId'), role: sql.placeholder('role'), sessionId: sql.placeholder('sessionId') }

/** Their values. */
export const actorValues = ({ id, role, sessionId }: Actor) => ({ actorId: id, role, sessionId })

/** The last part of a prepared statement that changes one product: the product as the actor sees it after that. */
export const productAfter = sql`select ${columnsFor(actorPlaceholders.id)} from changed products left join users u on u.id = products.seller_id`

/** The product has a seller, its pictures are named, and status and version are as expected. */
export const isAsExpected = (
  version: SQL,
): SQL => sql`products.id = ${sql.placeholder('id')} and products.status = ${sql.placeholder('status')}
  and ${version} and products.seller_id is not null and not products.unfinished`

/** The values of `actorPlaceholders` and `isAsExpected`, and the version. */
export const valuesOf = (actor: Actor, { id, status, version }: Expected) => ({ ...actorValues(actor), id, status, version })

/** A take-down is a rejection that expects the product approved or archived; its version does not matter (product §3). */
const isTakeDown = (name: Decision, { status }: Expected) => name === 'reject' && status !== 'pending'

/** Throws the reason why a decision changed nothing, with the fresh product and, if another decision came first, who made it and when. */
export async function explainDecision(app: App, actor: Actor, name: Decision, expected: Expected): Promise<never> {
  await assertActive(app, actor)
  const fresh = await findProduct(app, actor, expected.id)
  if (fresh.seller_id === null) throw new AppError('no-seller')
  if (fresh.status !== expected.status) throw await earlierDecision(app, actor, fresh)
  const problem = whyNot(actor, productMoves[name], fresh)
  if (problem) throw new AppError(problem, { detail: { fresh } })
  if (isTakeDown(name, expected) && fresh.version !== expected.version) throw new AppError('wrong-status', { detail: { fresh } })
  if (name === 'approve' && fresh.version === expected.version) assertComplete(fresh, { fresh })
  throw new AppError('stale-version', { detail: { fresh } })
}

type LastDecision = { status: 'approved' | 'rejected'; decidedBy: string | null; actorId: string | null; decidedAt: string }

async function earlierDecision({ sql }: App, actor: Actor, fresh: Product): Promise<AppError> {
  const [last] = await sql<LastDecision[]>`
    select case e.kind when 'product.approve' then 'approved' else 'rejected' end as status,
      u.name as "decidedBy", e.actor_id as "actorId", e.created_at as "decidedAt"
    from events e left join users u on u.id = e.actor_id
    where e.item_id = ${fresh.id} and e.kind in ('product.approve', 'product.reject') order by e.id desc limit 1`
  if (last?.status !== fresh.status) return new AppError('stale-version', { detail: { fresh } })
  const { status, decidedBy, decidedAt } = last
  const message =
    last.actorId === actor.id ? refusalText('decided-by-you', { status }) : refusalText('decided-by-other', { status, by: decidedBy })
  return new AppError('already-decided', { ...message, detail: { fresh, decidedBy, decidedAt: isoMoment(decidedAt) } })
}
