import { useLayoutEffect, useRef } from 'react'

type Act = 'next' | 'previous' | 'close' | 'approve' | 'reject' | 'select' | 'undo' | 'help' | 'field' | 'accept' | 'refuse'
type Acts = Partial<Record<Act, (() => unknown) | undefined>>

const names: Record<string, keyof Acts> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  x: 'select',
  u: 'undo',
  f: 'field',
  y: 'accept',
  n: 'refuse',
  '?': 'help',
  Escape: 'close',
}

/** Keys that repeat while held down. A decision takes a key press of its own. */
const moves: ReadonlySet<keyof Acts> = new Set(['next', 'previous'])

/** Elements that use keys themselves: to type, choose or move. A checkbox takes no letters. */
const takesKeys = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]'

/** One key per step of a triage; ignored while a person types, chooses or has a dialog open. */
export function useTriageKeys(acts: Acts) {
  const latest = useRef(acts)
  latest.current = acts
  // A layout effect, so that the keys work as soon as the rows are visible.
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

/** The key's name in the table, even with caps lock on or on a keyboard without Latin letters. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length > 1 || key === '?') return key
  if (shiftKey) return ''
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
}
