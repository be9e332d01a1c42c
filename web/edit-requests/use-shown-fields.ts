import { type RefObject, useEffect, useRef } from 'react'

/** The section of each field, and its end: a field counts as shown once its end was in view. */
const sections = 'section[data-field]'

/**
 * Which fields of a request were shown: what was never in view is not accepted (product §4). Returns the sections that were not, in order.
 * `key` names what is shown: with another one, all are to be shown again.
 */
export function useShownFields(place: RefObject<HTMLElement | null>, key: string): () => HTMLElement[] {
  const shown = useRef(new Set<Element>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the fields are others
  useEffect(() => {
    shown.current = new Set()
    if (typeof IntersectionObserver === 'undefined' || !place.current) return
    const watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) shown.current.add(target)
    })
    for (const section of place.current.querySelectorAll(sections)) if (section.lastElementChild) watch.observe(section.lastElementChild)
    return () => watch.disconnect()
  }, [key])
  return () =>
    typeof IntersectionObserver === 'undefined'
      ? []
      : [...(place.current?.querySelectorAll<HTMLElement>(sections) ?? [])].filter(
          ({ lastElementChild }) => lastElementChild && !shown.current.has(lastElementChild),
        )
}

/** The section of the field after the focused one; the first one if none has the focus. */
export function nextField(place: HTMLElement | null): HTMLElement | undefined {
  const all = [...(place?.querySelectorAll<HTMLElement>(sections) ?? [])]
  return all[(all.findIndex((section) => section.contains(document.activeElement)) + 1) % all.length]
}

/** Moves the focus to the choice of a field, with the whole field in view. */
export function focusField(section: HTMLElement | undefined): void {
  section?.scrollIntoView({ block: 'nearest' })
  const choice = section?.querySelector<HTMLElement>('input[type=radio]:checked')
  choice?.focus()
}

/** The name of the field that has the focus. */
export const focusedField = (): string | undefined => document.activeElement?.closest<HTMLElement>(sections)?.dataset.field
