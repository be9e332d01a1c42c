import { residentMegabytes, servesList, startBackstall } from './backstall.ts'

export type StartRound = { seconds: number; megabytes: number }

const settleMs = 2_000

/** From the start of the process, embedded database included, to the first list for a session made before; then its memory at rest. */
export async function measureStart(dataDir: string, cookie: string, rounds: number): Promise<StartRound[]> {
  const all: StartRound[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    const backstall = await startBackstall(dataDir, servesList(cookie))
    const seconds = (performance.now() - started) / 1000
    await new Promise((done) => setTimeout(done, settleMs))
    all.push({ seconds, megabytes: residentMegabytes(backstall.pid) })
    await backstall.stop()
  }
  return all
}
