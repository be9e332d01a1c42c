import { useEffect } from 'react'

/** The browser asks before this window closes, while data in it would be lost. */
export function useWarnBeforeUnload(holds: boolean): void {
  useEffect(() => {
    if (!holds) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [holds])
}
