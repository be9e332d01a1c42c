import { useEffect, useLayoutEffect, useRef } from 'react'
import { openStore } from '#web/platform/open-store.ts'

const open = openStore<readonly HTMLDialogElement[]>([])

/** The topmost modal dialog, for `useSyncExternalStore`; null while none is open. */
export const topDialog = { read: () => open.read().at(-1) ?? null, subscribe: open.subscribe }

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
    open.set([...open.read(), element])
    const leave = () => open.set(open.read().filter((one) => one !== element))
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
