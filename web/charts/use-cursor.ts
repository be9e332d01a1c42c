import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'

/** The point that each key moves to. */
const moves: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at, count) => at - Math.ceil(count / 10),
  PageUp: (at, count) => at + Math.ceil(count / 10),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The point selected by pointer or keyboard; `open` opens it. */
export function useCursor(count: number, open: ((at: number) => void) | undefined) {
  const [last, setLast] = useState<number | null>(null)
  const [shown, setShown] = useState(false)
  // The keyboard begins at the newest point; the range may have become shorter meanwhile.
  const at = Math.min(last ?? count - 1, count - 1)
  const look = (to: number) => {
    setLast(Math.max(0, Math.min(to, count - 1)))
    setShown(true)
  }
  const pointAt = (event: MouseEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.floor(((event.clientX - left) / (width || 1)) * count)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (event.key === 'Enter') open?.(at)
    else if (event.key === 'Escape') setShown(false)
    else if (move) look(move(at, count))
    if (move) event.preventDefault()
  }
  return {
    at,
    shown: shown && count > 0,
    bind: {
      onKeyDown,
      onFocus: () => setShown(true),
      onBlur: () => setShown(false),
      onPointerMove: (event: PointerEvent<HTMLElement>) => look(pointAt(event)),
      onPointerLeave: (event: PointerEvent<HTMLElement>) => event.currentTarget !== document.activeElement && setShown(false),
      // The first tap on a touch screen only selects; the table has the links.
      onClick: (event: MouseEvent<HTMLElement>) => {
        const byFinger = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
        if (byFinger) look(pointAt(event))
        else open?.(Math.max(0, Math.min(pointAt(event), count - 1)))
      },
    },
  }
}
