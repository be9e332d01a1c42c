import { personNow } from '#web/app/queries.ts'

/** Remembers how a list was last looked at in this window, so that whoever works through its things one by one comes back to the same list. */
export function listMemory<Search extends object>() {
  let kept: { of: string | null; search: Search } | null = null
  return {
    remember: (search: Search): void => {
      kept = { of: personNow(), search }
    },
    /** As this person last looked at it; nobody learns what somebody else searched for. */
    last: (): Search | Record<string, never> => (kept && kept.of === personNow() ? kept.search : {}),
  }
}
