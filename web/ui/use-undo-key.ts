import { useLayoutEffect, useRef } from 'react'
import { claimUndoKey } from '#web/ui/toasts.ts'

/** Takes the undo key from the toasts, while there is something else that it should do, or nothing at all (`() => {}`). */
export function useUndoKey(act: (() => unknown) | undefined) {
  const latest = useRef(act)
  latest.current = act
  const claims = act !== undefined
  // A layout effect: the next key may come before the screen is painted.
  useLayoutEffect(() => (claims ? claimUndoKey(() => latest.current?.()) : undefined), [claims])
}
