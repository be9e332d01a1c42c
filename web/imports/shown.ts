/** A number of rows as people read it: 12,345. */
export const shown = (count: number): string => count.toLocaleString('en')
