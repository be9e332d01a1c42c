import { type SQL, sql } from 'drizzle-orm'

/** SQL: a moment (timestamptz) in ISO 8601 and UTC, as answers have it: with milliseconds, or microseconds. */
export const isoOf = (moment: string, digits: 'MS' | 'US' = 'MS'): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`

/** The same for statements of the query builder. */
export const isoSql = (...about: Parameters<typeof isoOf>): SQL => sql.raw(isoOf(...about))
