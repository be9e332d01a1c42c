type Item = { id: string }

/** The items before and after an item of a list. If it is not in the list, the first item is next. */
export function neighboursOf<Row extends Item>(
  rows: readonly Row[],
  id: string | undefined,
): { previous: Row | undefined; next: Row | undefined } {
  const at = rows.findIndex((row) => row.id === id)
  return at < 0 ? { previous: undefined, next: rows[0] } : { previous: rows[at - 1], next: rows[at + 1] }
}

/** The order of review after an item: the items below it, then those above it, nearest first. */
export function afterwards(rows: readonly Item[], id: string): string[] {
  const ids = rows.map((row) => row.id)
  const at = ids.indexOf(id)
  return at < 0 ? ids : [...ids.slice(at + 1), ...ids.slice(0, at).reverse()]
}
