import { sql } from 'drizzle-orm'
import type { UserRecord } from '#contract/users.ts'
import { AppError } from '#domain/errors.ts'
import { productStatuses } from '#domain/product-rules.ts'
import { isOpen } from '#server/invitations/invitation-row.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { productsByStatus } from '#server/platform/database/products-by-status.ts'
import { openLineCount, unarchivedCount } from '#server/users/lock-admins.ts'
import { managedColumns } from '#server/users/managed-user.ts'

type Row = Omit<UserRecord, 'products'> & { products: Partial<UserRecord['products']> | null }

const none = Object.fromEntries(productStatuses.map((status) => [status, 0])) as UserRecord['products']

/** A person with what depends on them, for admins (product §2). Throws `not-found`. */
export async function findUser(app: App, id: string): Promise<UserRecord> {
  const { oidc } = app.config
  const decides = oidc?.roleClaim ? oidc : null
  const [row] = await app.db.execute<Row>(sql`
    select ${managedColumns(app)}, users.phone, users.address, users.about,
      (select ${isoSql('max(sessions.updated_at)')} from sessions where user_id = users.id and expires_at > now()) as "lastSeenAt",
      ${isoSql('users.suspended_at')} as "suspendedAt",
      (select name from users as admin where admin.id = users.suspended_by) as "suspendedBy",
      (select count(*)::int from sessions where user_id = users.id and expires_at > now()) as sessions,
      (select count(*)::int from edit_requests where seller_id = users.id and status = 'pending') as "editRequests",
      ${openLineCount} as "openLines", ${unarchivedCount} as unarchived,
      (select count(*)::int from invitations where invited_by = users.id and ${isOpen}) as invitations,
      array(select name from api_keys where created_by = users.id and revoked_at is null order by created_at, id) as "apiKeys",
      (select ${decides?.name ?? null}::text from accounts where user_id = users.id and provider_id = ${decides?.id ?? ''}) as "roleDecidedBy",
      (select json_object_agg(status, count) from (${sql.raw(productsByStatus('users.id'))}) counted) as products
    from users where id = ${id}`)
  if (!row) throw userNotFound()
  return { ...row, products: { ...none, ...row.products } }
}

export const userNotFound = () => new AppError('not-found')
