/** Does something with each of these, in their order, so many at once at most, and with none of them twice. `act` never rejects. */
export async function inTurn(names: Iterable<string>, act: (name: string) => Promise<void>, atOnce: number): Promise<void> {
  const waiting = new Set(names).values()
  const takeNext = async () => {
    for (const name of waiting) await act(name)
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
}
