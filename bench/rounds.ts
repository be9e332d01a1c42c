import type { Load } from './load-worker.ts'

/** One measurement of both servers, a breath apart. */
export type Round = { floor: Load; backstall: Load }

/** What a round says once its thousands of single times are boiled down. */
export type RoundSummary = { perSecond: number; p50: number; p99: number; requests: number }

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b)

/** The value below which this share of all lie. */
export function quantile(values: readonly number[], share: number): number {
  const all = sorted(values)
  return all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const summaryOf = ({ latencies, seconds }: Load): RoundSummary => ({
  perSecond: latencies.length / seconds,
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
  requests: latencies.length,
})

/** Runs both servers in turn, whoever was second being first in the next round; the first round warms up and does not count. */
export async function interleave(
  count: number,
  run: Record<keyof Round, (round: number) => Promise<Load>>,
): Promise<Record<keyof Round, RoundSummary>[]> {
  const rounds: Record<keyof Round, RoundSummary>[] = []
  for (let round = 0; round <= count; round += 1) {
    const loads: Partial<Round> = {}
    const order: (keyof Round)[] = round % 2 === 0 ? ['floor', 'backstall'] : ['backstall', 'floor']
    for (const who of order) loads[who] = await run[who](round)
    if (round > 0 && loads.floor && loads.backstall) rounds.push({ floor: summaryOf(loads.floor), backstall: summaryOf(loads.backstall) })
  }
  return rounds
}
