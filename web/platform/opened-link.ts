const results = ['verified', 'reset', 'expired', 'taken', 'other'] as const
export type LinkResult = (typeof results)[number]

/** What came of a mailed link that was opened while signed in; read before the router tidies the address up. */
export const openedLink: LinkResult | null = readLink()

function readLink(): LinkResult | null {
  const address = new URL(location.href)
  const found = results.find((result) => result === address.searchParams.get('link')) ?? null
  if (!found) return null
  // Told once, not again after a reload.
  address.searchParams.delete('link')
  history.replaceState(history.state, '', address)
  return found
}
