/** A random source that gives the same values every time for the same name (mulberry32 on a hash of it). */
export type Random = {
  /** From 0 up to, not including, 1. */
  next: () => number
  /** A whole number, both ends included. */
  int: (from: number, to: number) => number
  chance: (share: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** This many different ones, in any order. */
  some: <T>(list: readonly T[], count: number) => T[]
  /** One of them; the chance grows with its weight. */
  weighted: <T>(list: readonly T[], weight: (one: T) => number) => T
  /** A long right tail around its median: most waits are short, a few are long. */
  around: (median: number, spread: number) => number
}

function seedOf(name: string): number {
  let hash = 2_166_136_261
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

export function random(name: string): Random {
  let state = seedOf(name)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const one = list[int(0, list.length - 1)]
    if (one === undefined) throw new Error('There is nothing to pick from.')
    return one
  }
  const some = <T>(list: readonly T[], count: number): T[] => {
    const left = [...list]
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(int(0, left.length - 1), 1)).flat()
  }
  const weighted = <T>(list: readonly T[], weight: (one: T) => number): T => {
    let left = next() * list.reduce((sum, one) => sum + weight(one), 0)
    for (const one of list) {
      left -= weight(one)
      if (left < 0) return one
    }
    return pick(list)
  }
  const bell = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const around = (median: number, spread: number) => median * Math.exp(spread * bell())
  return { next, int, chance: (share) => next() < share, pick, some, weighted, around }
}
