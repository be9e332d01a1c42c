import type { Database } from '#server/platform/database/database.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import type { Calendar } from './calendar.ts'
import type { EventLog } from './event-log.ts'
import type { Size } from './size.ts'

/** Where a marketplace is made. */
export type Place = { db: Database; storage: Storage; config: { supportEmail: string; timeZone: string; currency: string } }

/** The input for making every noun. */
export type Context = { calendar: Calendar; eventLog: EventLog; size: Size; supportEmail: string }

/** For how many days the marketplace has existed. */
export const openedAgo = 400
/** How many days of data it has. */
export const yearDays = 365
