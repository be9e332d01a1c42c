/** Styles that did not come. */
const failed = new Set<HTMLLinkElement>()

/** Minds styles that do not come, be they named by the page or loaded with a screen. */
export function watchStyles(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
    },
    true,
  )
  // Scripts wait for the styles before them: one without rules by now has failed.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!hasRules(link)) failed.add(link)
}

/** Of a style that did not come Chromium has a sheet all the same, which it lets nobody read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return Boolean(sheet?.cssRules)
  } catch {
    return false
  }
}

/** Asks anew for styles that did not come: what imports a screen takes them for there, and would show it without them. Fails where one fails again. */
export const retryStyles = () =>
  Promise.all(
    [...failed].map(
      (link) =>
        new Promise((resolve, reject) => {
          const fresh = link.cloneNode() as HTMLLinkElement
          fresh.onload = resolve
          fresh.onerror = reject
          failed.delete(link)
          link.replaceWith(fresh)
        }),
    ),
  )
