/** The current row that a refused decision brings along, or null. It comes from the server, so its shape is not checked again. */
export function freshFromRefusal<Item>(error: unknown): Item | null {
  return (error as { data?: { fresh?: Item } } | null)?.data?.fresh ?? null
}
