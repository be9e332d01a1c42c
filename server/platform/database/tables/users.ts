import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Preferences } from '#domain/notification.ts'
import { roles, userStatuses } from '#domain/user.ts'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'

export const userRole = pgEnum('user_role', roles)

export const userStatus = pgEnum('user_status', userStatuses)

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text(),
    role: userRole().notNull().default('seller'),
    status: userStatus().notNull().default('active'),
    suspensionReason: text('suspension_reason'),
    shopName: text('shop_name').notNull().default(''),
    phone: text().notNull().default(''),
    address: text().notNull().default(''),
    about: text().notNull().default(''),
    /** Fields of the profile from an import, in their order. */
    extra: jsonb().$type<{ key: string; value: string }[]>().notNull().default([]),
    /** The new address that is not confirmed yet. */
    pendingEmail: text('pending_email'),
    /** The notification preferences the person has set (domain/notification.ts). */
    notify: jsonb().$type<Partial<Preferences>>(),
    suspendedAt: moment('suspended_at'),
    suspendedBy: text('suspended_by'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    index('users_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('users_name').on(sql`${t.name} collate "und-x-icu"`, t.id),
    // The few that are not active, for lists of them and for what leaves the queue with them.
    index('users_inactive').on(t.status, t.id).where(sql`${t.status} <> 'active'`),
    index('users_admins').on(t.id).where(sql`${t.role} = 'admin'`),
    // The order in which people who are called so are looked at (`peopleCalled`): for a text that very many have, all of them would be sorted.
    index('users_shortest').on(sql`least(length(${t.name}), length(nullif(${t.shopName}, '')))`, t.id),
    index('users_search').using('gin', sql`(${t.name} || ' ' || ${t.shopName} || ' ' || ${t.email}) gin_trgm_ops`),
  ],
)
