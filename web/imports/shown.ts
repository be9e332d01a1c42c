/** A number of rows, formatted: 12,345. */
export const shown = (count: number): string => count.toLocaleString('en')
