import { useEffect } from 'react'

/** Lets the browser ask before this window is closed, while something in it would be lost. */
export function useWarnBeforeUnload(holds: boolean): void {
  useEffect(() => {
    if (!holds) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [holds])
}
