/** The thing as it stands, which a refused decision brings along. The server's own answer: its shape needs no second check here. */
export function freshOf<Thing>(error: unknown): Thing | null {
  return (error as { data?: { fresh?: Thing } } | null)?.data?.fresh ?? null
}
