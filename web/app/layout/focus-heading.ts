let last: string | undefined

/**
 * After a change of page the focus goes to its heading, so that a screen reader says where one is and Tab starts there;
 * unless the page has taken the focus itself. The first page keeps the browser's own start.
 */
export function focusHeading(path: string | undefined): void {
  const first = last === undefined
  if (path === undefined || path === last) return
  last = path
  if (first || document.activeElement?.closest('main, dialog')) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
