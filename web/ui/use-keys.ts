import { useLayoutEffect, useRef } from 'react'

/** By key, in lower case: `j`, `?`, `Escape`. */
type Acts = Readonly<Record<string, (() => unknown) | undefined>>

/** Keys that repeat while held down. Any other act takes a key press of its own. */
const moves = new Set(['j', 'k'])

/** Elements that use keys themselves: to type, choose or move. A checkbox takes no letters. */
const takesKeys = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]'

/** True while something that takes the keys is open: a dialog, a menu or another panel above the page, but no toast. */
export const isCovered = () => document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null

/** Whether the page has the keys: while a person types, chooses or has a dialog or panel open, it has not. */
export const pageHasKeys = (at: EventTarget | null = document.activeElement): boolean =>
  !isCovered() && !(at instanceof Element && at.closest(takesKeys))

/** The keys of a page; ignored while a person types, chooses or has a dialog or panel open. A function is asked for them at the press. */
export function useKeys(acts: Acts | (() => Acts)) {
  const latest = useRef(acts)
  latest.current = acts
  // A layout effect, so that the keys work as soon as the rows are visible.
  useLayoutEffect(() => {
    /** The key that acted last. Its repeats are typed nowhere, even if it moved the focus into a field. */
    let held: string | null = null
    const press = (event: KeyboardEvent) => {
      if (!event.repeat) held = null
      else if (event.key === held) event.preventDefault()
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (!pageHasKeys(event.target)) return
      const key = keyOf(event)
      const now = typeof latest.current === 'function' ? latest.current() : latest.current
      const act = Object.hasOwn(now, key) ? now[key] : undefined
      if (!act || (event.repeat && !moves.has(key))) return
      event.preventDefault()
      if (!moves.has(key)) held = event.key
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
