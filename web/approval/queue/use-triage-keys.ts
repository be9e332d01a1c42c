import { useLayoutEffect, useRef } from 'react'

type Acts = Partial<Record<'next' | 'previous' | 'close' | 'approve' | 'reject' | 'select' | 'undo' | 'help', (() => unknown) | undefined>>

const names: Record<string, keyof Acts> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  x: 'select',
  u: 'undo',
  '?': 'help',
  Escape: 'close',
}

/** Held down these go on and on; what decides takes a press of its own. */
const moves: ReadonlySet<keyof Acts> = new Set(['next', 'previous'])

/** Where keys write, choose or move something of their own. A box to tick takes no letters. */
const takesKeys = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]'

/** One key per step of a triage; silent while somebody types, chooses or has a dialog open. */
export function useTriageKeys(acts: Acts) {
  const latest = useRef(acts)
  latest.current = acts
  // Before anything is seen, so that no key is too early for the rows that are there.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      if (event.target instanceof Element && event.target.closest(takesKeys)) return
      const name = names[keyOf(event)]
      const act = name && latest.current[name]
      if (!act || (event.repeat && !moves.has(name))) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The key as it is named here, also with the caps lock on or on a keyboard without Latin letters. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length > 1 || key === '?') return key
  if (shiftKey) return ''
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
}
