/** An ILIKE pattern that only the text itself matches, `%` and `_` included. */
export const literal = (search: string): string => search.replace(/[\\%_]/g, '\\$&')

/** An ILIKE pattern of what contains the text. */
export const patternFor = (search: string): string => `%${literal(search)}%`

/** The same for text that begins with it. */
export const beginningWith = (search: string): string => `${literal(search)}%`

/** The same for text in which a word begins with it. */
export const withWordFrom = (search: string): string => `% ${literal(search)}%`
