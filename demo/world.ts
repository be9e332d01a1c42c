import type { Database } from '#server/platform/database/database.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import type { Calendar } from './calendar.ts'
import type { Size } from './size.ts'
import type { Story } from './story.ts'

/** Where a marketplace is made. */
export type Place = { db: Database; storage: Storage; config: { supportEmail: string; timeZone: string; currency: string } }

/** What every noun is made from. */
export type Making = { calendar: Calendar; story: Story; size: Size; supportEmail: string }

/** Since when a marketplace of a year is there, in days. */
export const openedAgo = 400
/** So many days are counted. */
export const yearDays = 365
