import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'
import { userRole } from '#server/platform/database/tables/users.ts'

/** Mailed invitations of admins; only the hash of the link's token is stored (product §2). */
export const invitations = pgTable(
  'invitations',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    role: userRole().notNull(),
    /** Null until the mail goes out. */
    tokenHash: text('token_hash').unique('invitations_token'),
    invitedBy: text('invited_by').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    withdrawnAt: moment('withdrawn_at'),
  },
  (t) => [
    index('invitations_newest').on(t.createdAt.desc().nullsFirst()),
    uniqueIndex('invitations_open').on(sql`lower(${t.email})`).where(sql`${t.acceptedAt} is null and ${t.withdrawnAt} is null`),
  ],
)
