/** An ILIKE pattern that matches the text literally, `%` and `_` included. */
export const patternFor = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`
