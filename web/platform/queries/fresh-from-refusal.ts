/** The current row that a refused decision brings along, or null. It comes from the server, so its shape is not checked again. */
export function freshFromRefusal<Thing>(error: unknown): Thing | null {
  return (error as { data?: { fresh?: Thing } } | null)?.data?.fresh ?? null
}
