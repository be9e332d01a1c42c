import { useEffect, useLayoutEffect, useRef } from 'react'

/** Keeps the opened row in sight, and on a narrow screen, where the opened product takes the list's place, gives the list its place back. */
export function usePlaceInList(opened: string | undefined, isListed: boolean) {
  const scrolled = useRef(0)
  const isOpen = opened !== undefined
  useEffect(() => {
    if (isOpen) return
    const remember = () => {
      scrolled.current = window.scrollY
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [isOpen])
  useLayoutEffect(() => {
    if (!window.matchMedia('(max-width: 899px)').matches) return
    window.scrollTo({ top: isOpen ? 0 : scrolled.current })
  }, [isOpen])
  useEffect(() => {
    if (opened && isListed) document.querySelector(`[data-id="${CSS.escape(opened)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [opened, isListed])
}
