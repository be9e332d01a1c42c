/** An ILIKE pattern that finds the text as it was typed, `%` and `_` included. */
export const patternFor = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`
