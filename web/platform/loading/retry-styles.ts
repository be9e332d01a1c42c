/** Style sheets that failed to load. */
const failed = new Set<HTMLLinkElement>()

/** Collects style sheets that fail to load, named by the page or loaded with a screen. */
export function watchStyles(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
    },
    true,
  )
  // Scripts wait for the style sheets before them: one without rules by now has failed.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!hasRules(link)) failed.add(link)
}

/** Chromium has a sheet object for a failed style sheet too, but reading its rules throws. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return Boolean(sheet?.cssRules)
  } catch {
    return false
  }
}

/**
 * Reloads failed style sheets: importing a screen assumes that they are there, and would show it without them. Rejects if one fails again.
 */
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
