import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This near the end counts as the end; this near the beginning older messages load. In pixels. */
const nearEnd = 48
const nearBeginning = 600

/**
 * Keeps the reader's position: at the end it stays at the end, and elsewhere nothing moves when older messages are inserted above.
 * `first` is the key of the first message; `onBeginning` is called near it.
 */
export function useScroll(first: string | undefined, onBeginning: () => void) {
  const box = useRef<HTMLDivElement>(null)
  const inside = useRef<HTMLDivElement>(null)
  const last = useRef({ first, height: 0, top: 0 })
  const sticks = useRef(true)
  const [atEnd, setAtEnd] = useState(true)

  // Less content or more room scrolls up, too.
  const isScrolledUp = useCallback(
    (place: HTMLElement) => place.scrollTop < Math.min(last.current.top, place.scrollHeight - place.clientHeight) - 1,
    [],
  )
  const toEnd = useCallback(() => {
    sticks.current = true
    setAtEnd(true)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [])
  const settle = useCallback(() => {
    const place = box.current
    if (!place) return
    // The reader may have scrolled up before the scroll event arrives.
    const isUp = isScrolledUp(place)
    if (sticks.current && !isUp) place.scrollTop = place.scrollHeight
    last.current.height = place.scrollHeight
    if (!isUp) last.current.top = place.scrollTop
  }, [isScrolledUp])

  useLayoutEffect(() => {
    const place = box.current
    if (!place) return
    const grewAbove = first !== last.current.first && last.current.height > 0
    if (grewAbove && !sticks.current) place.scrollTop += place.scrollHeight - last.current.height
    last.current.first = first
    settle()
  })
  useEffect(() => {
    if (!inside.current || !box.current || typeof ResizeObserver === 'undefined') return
    // Pictures that load and a keyboard that opens change the heights.
    const watch = new ResizeObserver(settle)
    watch.observe(inside.current)
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [settle])

  const onScroll = () => {
    const place = box.current
    if (!place) return
    const isNearEnd = place.scrollHeight - place.scrollTop - place.clientHeight < nearEnd
    // Pictures that load move the end away before the event of the scroll to it arrives; only a reader scrolls up.
    if (isNearEnd || isScrolledUp(place)) {
      sticks.current = isNearEnd
      setAtEnd(isNearEnd)
    }
    // A slow reader scrolls up by less than a pixel at a time: the steps add up from where they began.
    last.current.top = sticks.current && !isNearEnd ? Math.max(last.current.top, place.scrollTop) : place.scrollTop
    if (place.scrollTop < nearBeginning && place.scrollHeight > place.clientHeight) onBeginning()
  }
  return { box, inside, atEnd, toEnd, onScroll }
}
