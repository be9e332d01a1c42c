import { type SQL, sql } from 'drizzle-orm'
import type { EditRequest, EditRequestDetail, EditValues } from '#domain/edit-request.ts'
import type { Actor } from '#domain/user.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { personJson } from '#server/platform/database/person.ts'
import { pickFields } from '#server/products/edit/product-changes.ts'
import { sellerState } from '#server/products/product-row.ts'

const iso = (column: string) => isoOf(`r.${column}`)

/** Edit requests joined with their products and people. For a seller, a product that now belongs to another seller is gone. */
export const editRequestSource = ({ role }: Pick<Actor, 'role'>): SQL =>
  sql.raw(`edit_requests r left join products p on p.id = r.product_id${role === 'admin' ? '' : ' and p.seller_id = r.seller_id'}
  left join users u on u.id = r.seller_id left join users d on d.id = r.decided_by`)

const listed = `r.id, r.product_id, coalesce(p.title, r.product_title) as "productTitle", p.images -> 0 as cover, r.seller_id,
  ${personJson} as seller, r.status, r.version, r.base_version as "baseVersion", p.version as "productVersion", r.fields, r.note, r.decisions,
  r.rejection_reason as "rejectionReason", d.name as "decidedBy", ${iso('decided_at')} as "decidedAt", ${iso('created_at')} as created_at,
  ${iso('updated_at')} as updated_at`

/** The columns of a list's row. */
export const listColumns: SQL = sql.raw(listed)
/** The paths of a request's pictures that left the store or that the actor may no longer see. */
const gone = `array(
  select distinct i ->> 'path' from jsonb_path_query(jsonb_build_array(r.base, r.payload), '$[*].images[*]') i
  where 'images' = any (r.fields) and i ->> 'path' is not null and (p.id is null or not exists (select from files f where f.path = i ->> 'path' and f.released_at is null)))`

/** The columns of an opened request. */
export const detailColumns: SQL =
  sql.raw(`${listed}, ${sellerState}, r.payload, r.base, ${gone} as gone, case when p.id is not null then jsonb_build_object('status', p.status,
  'version', p.version, 'title', p.title, 'price', p.price, 'approvedPrice', p.approved_price, 'category', p.category) end as product`)

/** Hides from sellers which admin decided. */
export const rowFor = <Row extends EditRequest>(actor: Pick<Actor, 'role'>, row: Row): Row =>
  actor.role === 'admin' ? row : { ...row, decidedBy: null }

export type DetailRow = Omit<EditRequestDetail, 'live' | 'proposed'> & { base: EditValues }

/**
 * The live and the proposed values. Only the waiting request can change the fields it proposes, so the values from when it was written
 * (`base`) are still live.
 */
export function detailFor(actor: Pick<Actor, 'role'>, { base, ...row }: DetailRow): EditRequestDetail {
  const proposed = row.fields.length > 0 ? (pickFields(row.payload as EditValues, row.fields) as EditValues) : null
  return rowFor(actor, { ...row, live: base, proposed })
}
