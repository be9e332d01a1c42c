import { useEffect } from 'react'

/** The first events of a person about to act. */
const signs = ['pointermove', 'keydown', 'touchstart'] as const

/** Browsers also fire `pointermove`, by no pixel, when a page appears or moves under a pointer at rest. */
const isAtRest = (event: Event) => event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0

/** Loads the code of the next step at the first input, so that the page itself loads sooner. */
export function usePreload(load: () => unknown): void {
  useEffect(() => {
    const once = new AbortController()
    const start = (event: Event) => {
      if (isAtRest(event)) return
      once.abort()
      void load()
    }
    for (const sign of signs) document.addEventListener(sign, start, { passive: true, signal: once.signal })
    return () => once.abort()
  }, [load])
}
