export type Paced = {
  /** Runs soon: at once after a rest, otherwise when the gap is over; asking again meanwhile costs nothing. */
  ask: () => void
  /** Runs no more; settles when the run under way has ended. */
  stop: () => Promise<void>
}

/** Runs something whenever asked, never twice at once and with a gap (ms) between two runs, so that many wishes become one run. */
export function paced(run: () => Promise<void>, gapMs: number): Paced {
  let asked = false
  let stopped = false
  let running: Promise<void> | null = null
  let resting: NodeJS.Timeout | null = null

  const start = () => {
    asked = false
    running = run().finally(() => {
      running = null
      if (!stopped) resting = setTimeout(rested, gapMs)
    })
  }
  const rested = () => {
    resting = null
    if (asked) start()
  }
  return {
    ask: () => {
      if (stopped) return
      asked = true
      if (!running && !resting) start()
    },
    stop: async () => {
      stopped = true
      if (resting) clearTimeout(resting)
      await running
    },
  }
}
