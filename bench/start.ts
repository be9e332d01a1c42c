import { setTimeout as wait } from 'node:timers/promises'
import { residentMegabytes, servesList, startBackstall } from './backstall.ts'
import type { Measured } from './figures.ts'
import { median } from './rounds.ts'

const settleMs = 2_000

/** From the start of the process, embedded database included, to the first list for an existing session; then its memory at rest. */
export async function measureStart(dataDir: string, cookie: string, rounds: number): Promise<Measured[]> {
  const all: { seconds: number; megabytes: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await using backstall = await startBackstall(dataDir, servesList(cookie))
    const seconds = (performance.now() - started) / 1000
    await wait(settleMs)
    all.push({ seconds, megabytes: residentMegabytes(backstall.pid) })
  }
  const of = (what: 'seconds' | 'megabytes') => ({ value: median(all.map((round) => round[what])), about: '', rounds: all })
  return [
    { name: 'start', ...of('seconds') },
    { name: 'memory', ...of('megabytes') },
  ]
}
