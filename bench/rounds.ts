import type { FigureName, Measured } from './figures.ts'
import type { Load } from './load-worker.ts'

/** The result of a round, summed up from its thousands of single times. */
export type RoundSummary = { perSecond: number; p50: number; p99: number; requests: number }
type Rounds<Who extends string> = Record<Who, RoundSummary>[]

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b)

/** The value below which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const all = sorted(values)
  return all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

const summaryOf = ({ latencies, seconds }: Pick<Load, 'latencies' | 'seconds'>): RoundSummary => ({
  perSecond: latencies.length / seconds,
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
  requests: latencies.length,
})

/** Runs both alternately; the one that was second goes first in the next round. The first round warms up and does not count. */
export async function interleave<Who extends string>(
  count: number,
  run: Record<Who, (round: number) => Promise<Pick<Load, 'latencies' | 'seconds'>>>,
): Promise<Rounds<Who>> {
  const rounds: Rounds<Who> = []
  const names = Object.keys(run) as Who[]
  for (let round = 0; round <= count; round += 1) {
    const summaries: Partial<Record<Who, RoundSummary>> = {}
    for (const who of round % 2 === 0 ? names : names.toReversed()) summaries[who] = summaryOf(await run[who](round))
    if (round > 0) rounds.push(summaries as Record<Who, RoundSummary>)
  }
  return rounds
}

/** Runs a task repeatedly, one after the other, each timed (ms). */
export async function timed(count: number, act: (at: number) => Promise<unknown>): Promise<Pick<Load, 'latencies' | 'seconds'>> {
  const latencies: number[] = []
  for (let at = 0; at < count; at += 1) {
    const started = performance.now()
    await act(at)
    latencies.push(performance.now() - started)
  }
  return { latencies, seconds: latencies.reduce((sum, ms) => sum + ms, 0) / 1000 }
}

/** One figure of the rounds: their median. */
export const middle = <Who extends string>(rounds: Rounds<Who>, who: Who, what: keyof RoundSummary): number =>
  median(rounds.map((round) => round[who][what]))

const words = (name: string, rounds: Rounds<string>) =>
  `${name} ${middle(rounds, name, 'perSecond').toFixed(0)}/s, p50 ${middle(rounds, name, 'p50').toFixed(1)} ms, p99 ${middle(rounds, name, 'p99').toFixed(1)} ms`

/** A figure that is the ratio of two in the same round, with both for information. */
export function ratio<Who extends string>(name: FigureName, rounds: Rounds<Who>, one: Who, other: Who, what: keyof RoundSummary): Measured {
  const value = median(rounds.map((round) => round[one][what] / round[other][what]))
  return { name, value, about: `${words(one, rounds)}; ${words(other, rounds)}`, rounds }
}
