/** A count on a badge: exact to 999, then "999+" (product §6). */
export function shownCount(count: number): string {
  return count > 999 ? '999+' : String(count)
}
