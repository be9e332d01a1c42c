import type { BulkDecision, BulkNoun, BulkResult } from '#domain/bulk-decision.ts'
import type { ErrorCode, RefusalText } from '#domain/errors.ts'
import type { RejectionCode, RejectionField } from '#domain/rejection.ts'
import type { Actor } from '#domain/user.ts'
import { acceptFields } from '#server/edit-requests/approve-edit.ts'
import { decideWithin } from '#server/edit-requests/decide-edit.ts'
import { rejectFields } from '#server/edit-requests/reject-edit.ts'
import type { App } from '#server/platform/app.ts'
import { type Sql, sqlOf, type Tx } from '#server/platform/database/database.ts'
import { hint } from '#server/platform/events/record.ts'
import { answerTo, logUnexpected, textOfError } from '#server/platform/http/errors.ts'
import { refusalText, type StoredProblem } from '#server/platform/problem-texts.ts'
import { approveProduct } from '#server/products/decide/approve-product.ts'
import { rejectProduct } from '#server/products/decide/reject-product.ts'

/** The next decision to make: one item of the bulk decision that has been due longest. */
type Next = {
  id: string
  noun: BulkNoun
  decision: BulkDecision['decision']
  item: BulkDecision['items'][number]
  /** Its place among the items, from 0. */
  at: number
  last: boolean
  author: Pick<Actor, 'id' | 'name' | 'email' | 'sessionId'>
  code: RejectionCode
  rejectionReason: string
  fields: RejectionField[]
}

/** What `decideNext` did: nothing was due; a decision was made; or one was made and a hint of the change was published. */
export type Step = 'nothing' | 'decided' | 'changed'

/**
 * Makes the next decision that is due and writes its result in one transaction, so that it is made and reported exactly once. The row of
 * the bulk decision is locked meanwhile: another node takes another one, and an undo comes either before it or too late. With `publish`,
 * hints of the progress are also published between the first and the last item.
 */
export async function decideNext(app: App, publish: boolean): Promise<Step> {
  const step = await app.db.transaction(async (tx): Promise<Step> => {
    const sql = sqlOf(tx)
    const [next] = await takeNext(sql)
    if (!next) return 'nothing'
    await write(sql, next, await resultOf(app, tx, next))
    const changed = next.at === 0 || next.last || publish
    if (changed) await hint(tx, 'bulk.change', next.id, null)
    return changed ? 'changed' : 'decided'
  })
  if (step !== 'nothing') app.feed.wake()
  return step
}

const takeNext = (sql: Sql) => sql<Next[]>`
  select b.id, b.noun, b.decision, b.code, b.rejection_reason as "rejectionReason", b.fields, b.done as at, b.items -> b.done as item,
    b.done = jsonb_array_length(b.items) - 1 as last,
    jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'sessionId', b.session_id) as author
  from bulk_decisions b join users u on u.id = b.author_id
  where b.status in ('held', 'running') and b.runs_at <= now()
  order by b.runs_at limit 1 for update of b skip locked`

const write = (sql: Sql, { id, at, last }: Next, result: Outcome) => sql`
  with result as (
    insert into bulk_results (bulk_id, at, product_id, title, code, message, named)
    values (${id}, ${at}, ${result.id}, ${result.title}, ${result.code}, ${result.message},
      ${result.named ? JSON.stringify(result.named) : null}::jsonb)
  )
  update bulk_decisions set status = ${last ? 'done' : 'running'}, done = done + 1,
    finished_at = case when ${last}::boolean then clock_timestamp() end where id = ${id}`

/** Makes one decision under the rule of single decisions, checked now, as its author in the role and session in which they started it. */
async function resultOf(app: App, tx: Tx, next: Next): Promise<Outcome> {
  const { id } = next.item
  const actor: Actor = { ...next.author, role: 'admin', status: 'active' }
  try {
    const made = await tx.transaction((part) => decide[next.noun]({ ...app, sql: sqlOf(part), db: part }, actor, next))
    return { id, code: null, message: null, ...made }
  } catch (error) {
    const answer = answerTo(error)
    if (answer.code === 'unavailable') throw error
    logUnexpected(error, answer, `bulkDecisions ${next.id}`)
    return { id, title: await titleOf(sqlOf(tx), id), code: answer.code, ...(ofAuthor[answer.code] ?? textOfError(error)) }
  }
}

type Outcome = BulkResult & Pick<StoredProblem, 'named'>
type Decide = (app: App, actor: Actor, next: Next) => Promise<Pick<Outcome, 'title'>>

const decide: Record<BulkNoun, Decide> = {
  products: async (app, actor, next) => {
    const { decision, item } = next
    const { title } = await (decision === 'approve'
      ? approveProduct(app, actor, item)
      : rejectProduct(app, actor, { ...item, ...reasonOf(next) }))
    return { title }
  },
  editRequests: async (app, actor, next) => {
    const judge = next.decision === 'approve' ? acceptFields([]) : rejectFields(reasonOf(next))
    const { productTitle } = await decideWithin(app, actor, { ...next.item, productVersion: next.item.productVersion ?? 0 }, judge)
    return { title: productTitle }
  },
}

const reasonOf = ({ code, rejectionReason, fields }: Next) => ({ code, rejectionReason, fields })

/** Messages of refusals that concern the author, as other admins read them. */
const ofAuthor: Partial<Record<ErrorCode, RefusalText>> = {
  'not-signed-in': refusalText('author-signed-out'),
  'account-suspended': refusalText('author-suspended'),
  'account-closed': refusalText('author-closed'),
  'second-factor-required': refusalText('author-without-factor'),
  'not-allowed': refusalText('author-no-admin'),
}

/** The title of a product, or of the product of an edit request, even of a deleted one; the id if it is unknown. */
async function titleOf(sql: Sql, id: string): Promise<string> {
  const [row] = await sql<{ title: string }[]>`
    select title from products where id = ${id} and not unfinished
    union all
    select coalesce(p.title, r.product_title) from edit_requests r left join products p on p.id = r.product_id where r.id = ${id}
    union all
    (select d.title from events e join event_details d on d.event_id = e.id
      where e.item_id = ${id} and d.title is not null and not exists (select from products where id = ${id}) and e.kind like 'product.%' order by e.id desc limit 1)`
  return row?.title ?? id
}
