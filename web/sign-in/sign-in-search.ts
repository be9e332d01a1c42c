import { returnPath } from '#domain/routes.ts'
import { textParam } from '#web/platform/search-params.ts'

/** The parameters of `/login`: where to go afterwards, the token of a mailed link, or that an account was just closed. */
export type SignInSearch = {
  return?: string | undefined
  reset?: string | undefined
  verify?: string | undefined
  closed?: true | undefined
}

export const readSignInSearch = (raw: Record<string, unknown>): SignInSearch => ({
  return: returnPath(textParam(raw.return)) ?? undefined,
  reset: textParam(raw.reset),
  verify: textParam(raw.verify),
  // The router passes its own result through this reader again: then the value is `true`, no text.
  closed: String(raw.closed) === 'true' || undefined,
})
