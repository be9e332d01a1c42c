/** Does something again and again with a rest (ms) between, never twice at once. */
export function repeated(run: () => Promise<void>, restMs: number): { stop: () => void } {
  let timer = setTimeout(again, restMs)
  let stopped = false
  function again() {
    void run().finally(() => {
      if (!stopped) timer = setTimeout(again, restMs)
    })
  }
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
