import { useEffect, useRef } from 'react'

type Acts = Partial<Record<'next' | 'previous' | 'close' | 'approve' | 'reject', (() => unknown) | undefined>>

const names: Record<string, keyof Acts> = { j: 'next', k: 'previous', a: 'approve', r: 'reject', Escape: 'close' }

/** One key per step of a triage; silent while somebody types, chooses or has a dialog open. */
export function useTriageKeys(acts: Acts) {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]')) return
      const name = names[event.key]
      const act = name && latest.current[name]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
