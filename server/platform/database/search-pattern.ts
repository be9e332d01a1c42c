const literal = (search: string): string => search.replace(/[\\%_]/g, '\\$&')

/** An ILIKE pattern that matches the text literally, `%` and `_` included. */
export const patternFor = (search: string): string => `%${literal(search)}%`

/** The same for text that begins with it. */
export const beginningWith = (search: string): string => `${literal(search)}%`

/** The same for text in which a word begins with it. */
export const withWordFrom = (search: string): string => `% ${literal(search)}%`
