import { useEffect } from 'react'

/** The first signs that a person is about to act. A browser says `pointerover` also where the page moves under a pointer at rest. */
const signs = ['pointermove', 'keydown', 'touchstart'] as const

/** Loads what the next step needs as soon as somebody stirs, so that the page itself is there sooner. */
export function usePreload(load: () => unknown): void {
  useEffect(() => {
    const once = new AbortController()
    const start = () => {
      once.abort()
      void load()
    }
    for (const sign of signs) document.addEventListener(sign, start, { passive: true, signal: once.signal })
    return () => once.abort()
  }, [load])
}
