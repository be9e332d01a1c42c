import { useEffect } from 'react'

/** The first signs that a person is about to act. */
const signs = ['pointermove', 'keydown', 'touchstart'] as const

/** A browser says `pointermove` also once a page has come, or has moved, under a pointer at rest: by no pixel. */
const isAtRest = (event: Event) => event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0

/** Loads what the next step needs as soon as somebody stirs, so that the page itself is there sooner. */
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
