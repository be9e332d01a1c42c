import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { belongsTo, createdAt, moment } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    token: text().notNull().unique('sessions_token'),
    userId: belongsTo('user_id', () => users.id),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** When password or code were last given in this session, or the person signed in at the provider (its `auth_time`). */
    confirmedAt: moment('confirmed_at').notNull().defaultNow(),
    /** Of a sign-in at the provider: the proof by which a sign-out ends the session there, too. */
    idToken: text('id_token'),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

/** How people can sign in: by password (`provider_id` is `credential`), or at a provider (its issuer, with the subject as `account_id`). */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: belongsTo('user_id', () => users.id),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('accounts_provider').on(t.providerId, t.accountId), index('accounts_user').on(t.userId)],
)

/** Sign-ins at the provider that are under way: by the hash of their state, with what has to match when the person comes back. */
export const verifications = pgTable(
  'verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)

/**
 * Tokens of mailed links: to choose a new password (`reset`), to confirm the present address (`verify`) or the pending one (`email`).
 * `choose` is a reset link opened by a person who is signed in: their session may set a password without the old one. `rescue` comes from
 * the shell.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    /** Of the token: a reader of the table cannot use it. */
    hash: text().primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    purpose: text({ enum: ['reset', 'rescue', 'verify', 'email', 'choose'] }).notNull(),
    /** The address it was sent to. */
    email: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('account_tokens_user').on(t.userId), index('account_tokens_expires').on(t.expiresAt)],
)

/** The authenticator app of a person, and the recovery codes for when it is lost. */
export const secondFactors = pgTable('second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed with a key derived from the session secret. */
  secret: text().notNull(),
  /** Null until a first code proved that the app has the secret. */
  confirmedAt: moment('confirmed_at'),
  /** The half minute of the last accepted code: no code is accepted twice. */
  lastStep: integer('last_step').notNull().default(0),
  /** Hashes of the unused recovery codes. */
  recovery: text().array().notNull().default(sql`'{}'`),
  createdAt: createdAt(),
})
