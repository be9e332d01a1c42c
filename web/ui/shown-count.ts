/** A count on a badge: exact to 999, then "999+" (product §6). */
export function shownCount(count: number): string {
  return count > 999 ? '999+' : String(count)
}

const format = new Intl.NumberFormat('en')
/** A number, formatted: 12,345. */
export const shownNumber = (value: number): string => format.format(value)
