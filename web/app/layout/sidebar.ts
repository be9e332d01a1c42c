import { useState } from 'react'

const key = 'backstall-sidebar'

function remembered(): boolean {
  try {
    return localStorage.getItem(key) !== 'closed'
  } catch {
    return true
  }
}

/** Whether the sidebar is shown; by default it is, and the choice is remembered on this device (spec §2, product §9). */
export function useSidebar(): [shown: boolean, toggle: () => void] {
  const [shown, setShown] = useState(remembered)
  const toggle = () => {
    setShown(!shown)
    try {
      localStorage.setItem(key, shown ? 'closed' : 'open')
    } catch {
      // Storage may be barred; the choice then holds until the window closes.
    }
  }
  return [shown, toggle]
}
