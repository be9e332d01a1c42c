const results = ['verified', 'reset', 'expired', 'confirmed', 'taken', 'other'] as const
export type LinkResult = (typeof results)[number]

/** The result of a mailed link that was opened while signed in; read before the router changes the address. */
export const openedLink: LinkResult | null = readLink()

function readLink(): LinkResult | null {
  const address = new URL(location.href)
  const found = results.find((result) => result === address.searchParams.get('link')) ?? null
  if (!found) return null
  // Removed, so that a reload does not show it again.
  address.searchParams.delete('link')
  history.replaceState(history.state, '', address)
  return found
}
