import { type AnyPgColumn, bigint, text, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const createdAt = () => moment('created_at').notNull().defaultNow()

export const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** The id of another row, which cannot be removed meanwhile. */
export const refersTo = (name: string, row: () => AnyPgColumn) => text(name).notNull().references(row)

/** The id of the row that this one is removed with. */
export const belongsTo = (name: string, row: () => AnyPgColumn) => text(name).notNull().references(row, { onDelete: 'cascade' })
