import { useEffect, useState } from 'react'

export type DrawerState = { open: boolean; toggle: () => void; close: () => void }

/** The navigation on a narrow screen: closed at first, and closed again by going anywhere. */
export function useDrawer(path: string | undefined): DrawerState {
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to close
  useEffect(() => setOpen(false), [path])
  return { open, toggle: () => setOpen(!open), close: () => setOpen(false) }
}
