const results = ['verified', 'reset', 'expired', 'taken', 'other'] as const
export type LinkResult = (typeof results)[number]

/** What came of a mailed link that was opened while signed in; read before the router tidies the address up. */
export const openedLink: LinkResult | null = readLink()

function readLink(): LinkResult | null {
  const link = new URLSearchParams(location.search).get('link')
  return results.find((result) => result === link) ?? null
}
