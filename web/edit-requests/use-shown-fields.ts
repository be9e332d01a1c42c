import { type RefObject, useEffect, useRef } from 'react'
import type { EditRequest } from '#domain/edit-request.ts'
import { noteShown } from '#web/approval/bulk/shown-requests.ts'
import { editStamp } from '#web/edit-requests/take-edit-decision.ts'

/** The section of each field, and its end: a field counts as shown once its end was in view. */
const sections = 'section[data-field]'

/**
 * Which fields of a request were shown: what was never in view is not accepted (product §4). Returns the sections that were not, in order.
 * With another version, all are to be shown
 * again. Once none is missing, the request may be approved together with others.
 */
export function useShownFields(place: RefObject<HTMLElement | null>, request: EditRequest): () => HTMLElement[] {
  const shown = useRef(new Set<Element>())
  const unshown = () =>
    typeof IntersectionObserver === 'undefined'
      ? []
      : [...(place.current?.querySelectorAll<HTMLElement>(sections) ?? [])].filter(
          ({ lastElementChild }) => lastElementChild && !shown.current.has(lastElementChild),
        )
  const { id, version, productVersion } = request
  const note = () => unshown().length === 0 && noteShown({ id, version, productVersion: productVersion ?? 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says when the fields are others
  useEffect(() => {
    shown.current = new Set()
    note()
    if (typeof IntersectionObserver === 'undefined' || !place.current) return
    const watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) shown.current.add(target)
      note()
    })
    for (const section of place.current.querySelectorAll(sections)) if (section.lastElementChild) watch.observe(section.lastElementChild)
    return () => watch.disconnect()
  }, [id, editStamp(request)])
  return unshown
}

/** The section of the field after the focused one; the first one if none has the focus. */
export function nextField(place: HTMLElement | null): HTMLElement | undefined {
  const all = [...(place?.querySelectorAll<HTMLElement>(sections) ?? [])]
  return all[(all.findIndex((section) => section.contains(document.activeElement)) + 1) % all.length]
}

/** Moves the focus to the choice of a field, with the whole field in view. */
export function focusField(section: HTMLElement | null | undefined): void {
  section?.scrollIntoView({ block: 'nearest' })
  const choice = section?.querySelector<HTMLElement>('input[type=radio]:checked')
  choice?.focus()
}

/** The name of the field that has the focus. */
export const focusedField = (): string | undefined => document.activeElement?.closest<HTMLElement>(sections)?.dataset.field
