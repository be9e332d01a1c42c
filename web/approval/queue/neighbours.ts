type Item = { id: string }

/** What stands before and after an item of a list; the first is next if the item is not in it. */
export function neighboursOf<Row extends Item>(
  rows: readonly Row[],
  id: string | undefined,
): { previous: Row | undefined; next: Row | undefined } {
  const at = rows.findIndex((row) => row.id === id)
  return at < 0 ? { previous: undefined, next: rows[0] } : { previous: rows[at - 1], next: rows[at + 1] }
}

/** Where reading goes on after an item: what follows it, then what stands above it, nearest first. */
export function afterwards(rows: readonly Item[], id: string): string[] {
  const ids = rows.map((row) => row.id)
  const at = ids.indexOf(id)
  return at < 0 ? ids : [...ids.slice(at + 1), ...ids.slice(0, at).reverse()]
}
