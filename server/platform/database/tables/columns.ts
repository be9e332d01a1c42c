import { bigint, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const createdAt = () => moment('created_at').notNull().defaultNow()

export const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()
