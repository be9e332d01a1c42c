import { useEffect, useLayoutEffect, useRef } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}

/** The topmost modal dialog, for `useSyncExternalStore`; null while none is open. */
export const topDialog = {
  read: () => open.at(-1) ?? null,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** The ref of a dialog that is modal while `isOpen`. */
export function useModal(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!isOpen) {
      if (element.open) element.close()
      return
    }
    element.showModal()
    change([...open, element])
    const leave = () => change(open.filter((one) => one !== element))
    // Escape closes it in the browser before React knows.
    element.addEventListener('close', leave)
    return () => {
      element.removeEventListener('close', leave)
      leave()
    }
  }, [isOpen])
  // A dialog that is unmounted while open restores the focus only if it is closed first.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => {
      if (element?.open) element.close()
    }
  }, [])
  return dialog
}
