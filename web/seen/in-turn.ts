/** Does things in the order they came, so many at once at most; what is waiting or under way is not begun a second time. */
export function inTurn(act: (name: string) => Promise<unknown>, atOnce: number) {
  const waiting = new Set<string>()
  const underWay = new Set<string>()

  function next(): void {
    for (const name of waiting) {
      if (underWay.size >= atOnce) return
      waiting.delete(name)
      underWay.add(name)
      void act(name)
        .catch(() => {})
        .finally(() => {
          underWay.delete(name)
          next()
        })
    }
  }
  return {
    add: (names: Iterable<string>): void => {
      for (const name of names) if (!underWay.has(name)) waiting.add(name)
      next()
    },
    stop: (): void => waiting.clear(),
  }
}
