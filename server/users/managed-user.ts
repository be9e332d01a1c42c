import { type SQL, sql } from 'drizzle-orm'
import type { UserRow } from '#contract/users.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { avatarOf } from '#server/platform/database/person.ts'

/** A row of `users` for admins: field names of the wire, the moment as ISO 8601. */
export type ManagedUser = UserRow

/** SQL condition on `users`: the support admin (product §2). */
export const isSupport = ({ config }: Pick<App, 'config'>): SQL =>
  sql`(users.role = 'admin' and lower(users.email) = ${config.supportEmail})`

/** The columns of `ManagedUser`. */
export const managedColumns = (
  app: Pick<App, 'config'>,
): SQL => sql`users.id, users.name, users.shop_name as "shopName", ${sql.raw(avatarOf('users'))} as avatar, users.email, users.email_verified as "emailVerified", users.role, users.status,
  ${isoSql('users.created_at')} as "createdAt",
  ${isSupport(app)} as "isSupport", users.suspension_reason as "suspensionReason"`
