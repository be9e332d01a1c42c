/** A count as a badge shows it: exact to 999, then "999+" (product §6). */
export function shownCount(count: number): string {
  return count > 999 ? '999+' : String(count)
}
