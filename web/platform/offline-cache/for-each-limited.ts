/** Calls `act` for each distinct name, in order, at most `atOnce` at a time. `act` must not reject. */
export async function forEachLimited(names: Iterable<string>, act: (name: string) => Promise<void>, atOnce: number): Promise<void> {
  const waiting = new Set(names).values()
  const takeNext = async () => {
    for (const name of waiting) await act(name)
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
}
