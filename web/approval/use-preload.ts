import { useEffect } from 'react'

/** The first signs that somebody is about to do something. */
const signs = ['pointerover', 'keydown', 'touchstart'] as const

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
