import { type SQL, sql } from 'drizzle-orm'
import type { OwnSalesRowsInput, SalesRowsInput } from '#contract/sales.ts'
import { AppError } from '#domain/errors.ts'
import type { SalesRow } from '#domain/sales.ts'
import { netSales, type SalesFigureName, type SalesKind, type SalesRange } from '#domain/sales-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { dayOf, within } from '#server/platform/database/days.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { cursorAfter, numberedPlaceIn, pageBy } from '#server/platform/database/newest-first.ts'
import { personJson } from '#server/platform/database/person.ts'
import { runQuery } from '#server/platform/database/prepared-statement.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertRange } from '#server/sales/assert-range.ts'
import type { Sums } from '#server/sales/day-figures.ts'
import { type ShareOf, sumsIn } from '#server/sales/read-days.ts'

/** The kinds of entries a figure is made of, and its value in the rollups. */
const figuresOf: Record<SalesFigureName, { kinds: readonly SalesKind[]; sum: (sums: Sums) => number }> = {
  gross: { kinds: ['paid-line', 'cancelled-line'], sum: ({ gross }) => gross },
  refunds: { kinds: ['refund'], sum: ({ refunds }) => refunds },
  net: { kinds: ['paid-line', 'cancelled-line', 'refund'], sum: netSales },
  shipping: { kinds: ['shipping'], sum: ({ shipping }) => shipping },
  tax: { kinds: ['tax'], sum: ({ tax }) => tax },
  orders: { kinds: ['paid-line'], sum: ({ orders }) => orders },
  units: { kinds: ['paid-line', 'cancelled-line'], sum: ({ units }) => units },
  linesPlaced: { kinds: ['placed-line'], sum: ({ placed }) => placed },
  linesCancelled: { kinds: ['cancelled-line'], sum: ({ cancelled }) => cancelled },
}

type Of = SalesRange & { figure: SalesFigureName }
type Place = { cursor?: string | undefined; limit: number }
type Page = { rows: SalesRow[]; next: string | null; sum: number }

/**
 * Lists the ledger rows a figure is made of, newest first, and their sum, which is the figure (product §5). Throws `invalid-argument` for a
 * reversed or too long range, for more than one of product, seller and category, and for a malformed cursor.
 */
export const listSalesRows = (app: App, asked: SalesRowsInput & Place): Promise<Page> => listRows(app, asked, shareAsked(asked))

/** The same for a seller's own lines, whatever the input; throws as `listSalesRows` does. */
export const listOwnSalesRows = (app: App, actor: Pick<Actor, 'id'>, asked: OwnSalesRowsInput & Place): Promise<Page> =>
  listRows(app, asked, ownShareAsked(actor, asked))

async function listRows(app: App, { cursor, limit, ...asked }: Of & Place, share: ShareOf | undefined): Promise<Page> {
  const { rows, sums } = await readRows(app, asked, share, cursor, limit + 1)
  const page = pageBy(rows, limit, ({ at, id }) => cursorAfter({ createdAt: at, id }))
  return { ...page, sum: figuresOf[asked.figure].sum(sums) }
}

/** Returns the revenue share that the input names; undefined for all sales. Throws as `listSalesRows` does, except for the cursor. */
export function shareAsked({ product_id, seller_id, category, ...range }: SalesRowsInput): ShareOf | undefined {
  assertRange(range)
  const [share, another] = Object.entries({ product_id, seller_id, category }).flatMap(([field, id]) =>
    id === undefined ? [] : [{ field, id }],
  )
  if (another) throw new AppError('invalid-argument', { field: another.field, ...refusalText('one-share') })
  return share && { of: fieldsOf[share.field as keyof typeof fieldsOf], id: share.id }
}

/** Returns the seller's share, or that of one product in it. Throws `invalid-argument` for a wrong range. */
export function ownShareAsked({ id }: Pick<Actor, 'id'>, { product_id, ...range }: OwnSalesRowsInput): ShareOf {
  assertRange(range)
  return product_id === undefined ? { of: 'seller', id } : { of: 'ownProduct', id: product_id, owner: id }
}

const fieldsOf = { product_id: 'product', seller_id: 'seller', category: 'category' } as const

/** Condition: entries of a share, in the form of an index. */
const shareOf = (share: ShareOf, entry: string): SQL => {
  const own = share.of === 'ownProduct' ? sql` and ${sql.raw(entry)}.seller_id = ${share.owner}` : sql``
  return sql`${sql.raw(columnOf[share.of](entry))} = ${share.id}${own} and ${sql.raw(entry)}.line_id is not null`
}

const columnOf: Record<ShareOf['of'], (entry: string) => string> = {
  product: (entry) => `${entry}.product_id`,
  ownProduct: (entry) => `${entry}.product_id`,
  seller: (entry) => `${entry}.seller_id`,
  category: (entry) => `coalesce(${entry}.category, '')`,
}

/** The id in the cursor is the number of an entry. */
function beyond(cursor: string | undefined): SQL {
  const place = numberedPlaceIn(cursor)
  return place ? sql`(e.at, e.id) < (${place.createdAt}::timestamptz, ${place.id}::bigint)` : sql`true`
}

type Read = { rows: SalesRow[]; sums: Sums }

/** Reads rows and figure in one statement, so that they match. */
async function readRows(app: App, asked: Of, share: ShareOf | undefined, cursor: string | undefined, limit: number): Promise<Read> {
  const { figure } = asked
  const whose = (entry: string) => (share ? shareOf(share, entry) : sql`true`)
  const conditions = sql.join(
    [whose('e'), within(app, sql`e.at`, asked), beyond(cursor), also[figure]?.(whose('f')) ?? sql`true`],
    sql` and `,
  )
  // Each kind separately, newest first, in the order of its index.
  const ofKind = (kind: SalesKind) => sql`(
    select e.* from sales_entries e where e.kind = ${sql.raw(`'${kind}'`)} and ${conditions} order by e.at desc, e.id desc limit ${limit})`
  // Its text has few variants (figure, share, first page or not), so it can be prepared.
  const query = sql`
    with page as (
      select * from (${sql.join(figuresOf[figure].kinds.map(ofKind), sql` union all `)}) e order by at desc, id desc limit ${limit}
    ), told as (
      select e.id::text, ${isoSql('e.at')} as at, ${dayOf(app, sql`e.at`)}::text as day, o.id as "orderId", o.number as "orderNumber",
        ${figure === 'orders' ? ofOrder(whose('f')) : ofEntry(figure)}
      from page e join orders o on o.id = e.order_id
        left join order_lines l on l.id = e.line_id left join users u on u.id = e.seller_id
    )
    select (select coalesce(json_agg(t order by t.at desc, t.id::bigint desc), '[]') from told t) as rows,
      (select to_json(s) from (${sumsIn(app, asked, share)}) s) as sums`
  const [read] = await runQuery<Read>(app.sql, query, { prepare: true })
  if (!read) throw new Error('The database did not add up the rows.')
  return read
}

/**
 * Condition: the paid line `f` is of the order of `e`. Whose it is must not be read from an index as well: the plan for any seller would go through
 * all entries of a large one for each order.
 */
const ofSameOrder = (whose: SQL): SQL => sql`f.order_id = e.order_id and f.kind = 'paid-line' and (${whose}) is true`

/** Further conditions on the entries of a figure. */
const also: Partial<Record<SalesFigureName, (whose: SQL) => SQL>> = {
  // An order is counted by the first of its paid lines.
  orders: (whose) => sql`not exists (select from sales_entries f where ${ofSameOrder(whose)} and f.id < e.id)`,
  // What was cancelled before it was paid was never a sale.
  gross: () => sql`e.units <> 0`,
  net: () => sql`(e.units <> 0 or e.kind = 'refund')`,
  units: () => sql`e.units <> 0`,
}

const ofEntry = (
  figure: SalesFigureName,
): SQL => sql`case when e.kind = 'refund' and e.amount < 0 then 'refund-offset' else e.kind end as kind, l.title, e.seller_id, ${sql.raw(personJson)} as seller, e.category, e.units,
  ${figure === 'net' ? sql`case when e.kind = 'refund' then -e.amount else e.amount end` : sql`e.amount`} as amount`

const ofOrder = (whose: SQL): SQL => {
  const sum = (column: string) =>
    sql`(select sum(f.${sql.raw(column)})::bigint from sales_entries f where ${ofSameOrder(whose)}) as ${sql.raw(column)}`
  return sql`'order' as kind, null as title, null as seller_id, null as seller, null as category, ${sum('amount')}, ${sum('units')}`
}
