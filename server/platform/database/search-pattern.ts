import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** An ILIKE pattern that only the text itself matches, `%` and `_` included. */
export const literal = (search: string): string => search.replace(/[\\%_]/g, '\\$&')

/** An ILIKE pattern of what contains the text. */
export const patternFor = (search: string): string => `%${literal(search)}%`

/** The same for text that begins with it. */
export const beginningWith = (search: string): string => `${literal(search)}%`

/** Indexes know no shorter text; such text is searched only where a word begins with it. */
export const indexedFrom = 3

/** The same for text in which a word begins with it. */
export const withWordFrom = (search: string): string => `% ${literal(search)}%`

/**
 * SQL: the text as `foldCase` writes it, without case and normalisation, whatever the locale of the database. Its order is that of bytes: that of
 * ICU may change with a new version of ICU.
 */
export const folded = (text: SQLWrapper): SQL => sql`lower(normalize(${text}, nfc) collate "und-x-icu") collate "C"`
