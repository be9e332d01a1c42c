import { problemOf } from '#web/platform/rpc/problem.ts'

/** How many calls are under way at once. */
const atOnce = 4

/** The items of a bulk action that failed, each with the reason as a sentence. */
export type Failures = ReadonlyMap<string, string>

/** Makes the single call for each item, under its own rules; one that fails stops no other. */
export async function eachItem<Item extends { id: string }>(
  items: readonly Item[],
  call: (item: Item) => Promise<unknown>,
): Promise<Failures> {
  const [waiting, failures] = [[...items], new Map<string, string>()]
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const { id } = item
      await call(item).catch((error: unknown) => failures.set(id, problemOf(error).message))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failures
}
