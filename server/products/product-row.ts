import { type SQL, sql } from 'drizzle-orm'
import type { ProductRow } from '#contract/products.ts'
import { limits } from '#domain/limits.ts'
import type { Product } from '#domain/product.ts'
import { type ContentField, contentFields, listedFields, productFields } from '#domain/product-fields.ts'
import { personJson } from '#server/platform/database/person.ts'
import type { ActorInSql } from '#server/sessions/still-active.ts'

/** A row of `products left join users u` from the driver: field names of the wire, moments as PostgreSQL's text. */
export type RawProduct = Product
export type RawProductRow = ProductRow

/** These columns of `products`, named as the fields. */
export const columnsOf = (fields: readonly ContentField[]): string => fields.map((field) => `products.${field}`).join(', ')

const listed = `products.id, ${columnsOf(listedFields)}, products.status, products.version, products.seller_id,
  ${personJson} as seller, products.rejection_reason as "rejectionReason",
  case when products.rejection_code is not null
    then jsonb_build_object('code', products.rejection_code, 'fields', to_jsonb(products.rejection_fields)) end as rejection,
  products.unfinished, products.archived_by_admin as "archivedByAdmin", products.approved_price as "approvedPrice",
  products.edit_request_id as "editRequestId",
  products.created_at, products.updated_at, products.status_updated_at as "updatedAt", products.submitted_at as "submittedAt"`

/** The columns of a list row. */
export const listColumns = sql.raw(listed)
/** The same in a seller's own list: with the last change if it was refused of late, read by the index of a product's requests. */
export const ownListColumns = sql.raw(`${listed}, case when products.status = 'approved' and products.edit_request_id is null then (
  select r.status from (select status, decided_at from edit_requests where product_id = products.id and seller_id = products.seller_id
    order by created_at desc, id desc limit 1) r
  where r.status in ('rejected', 'partly_approved') and r.decided_at > now() - interval '${limits.editRequest.refusalShownMs} ms'
  ) end as "refusedChange"`)
/** The state of the seller's account, the row of `users` under the alias `u`. */
export const sellerState = `u.status is not distinct from 'closed' as "sellerClosed",
  u.role is not distinct from 'admin' as "sellerIsAdmin", u.status is not distinct from 'suspended' as "sellerSuspended"`
/** The columns of a whole product. */
export const productColumns = sql.raw(
  `${listed}, ${columnsOf(contentFields.filter((field) => !productFields[field].listed))}, ${sellerState}`,
)

/** The columns of a whole product for one person. */
export const columnsFor = (id: ActorInSql['id']): SQL => sql`${productColumns}, ${id} = any (products.former_sellers) as "submittedByYou"`

/** Turns PostgreSQL's UTC text `2026-01-31 12:34:56.7+00` into `2026-01-31T12:34:56.700Z`. */
export function isoMoment(text: string): string {
  const seconds = text.slice(11, -3)
  const whole = seconds.length === 12 ? seconds : seconds.length > 8 ? seconds.padEnd(12, '0') : `${seconds}.000`
  return `${text.slice(0, 10)}T${whole}Z`
}

/** Converts the moments of a row to ISO 8601, in place: copying the driver's object costs more than reading it. */
export function withIsoMoments<Row extends RawProductRow>(row: Row): Row {
  row.created_at = isoMoment(row.created_at)
  row.updated_at = isoMoment(row.updated_at)
  row.updatedAt = isoMoment(row.updatedAt)
  if (row.submittedAt) row.submittedAt = isoMoment(row.submittedAt)
  return row
}
