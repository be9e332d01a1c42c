/** So long at least, and at most twice as long, until a part that did not come is asked for again, in milliseconds. */
const pauseMs = 1_500

/**
 * Loads a part of the app that works behind the screens, and goes on asking while the server is not there: without it nothing would
 * ever be live in this window again. Returns how to give it up.
 */
export function loadAgain<Part>(load: () => Promise<Part>, use: (part: Part) => void): () => void {
  let isGivenUp = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    load().then(
      (part) => isGivenUp || use(part),
      () => {
        if (!isGivenUp) timer = setTimeout(ask, pauseMs * (1 + Math.random()))
      },
    )
  }
  ask()
  return () => {
    isGivenUp = true
    clearTimeout(timer)
  }
}
