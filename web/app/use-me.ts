import { useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/users.ts'
import type { PublicSettings } from '#domain/settings.ts'
import { meQuery } from '#web/app/queries.ts'

/** What a screen may take for granted: none is shown before this is known (spec §2). */
function useKnown() {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('The authentication state is not known yet.')
  return data
}

/** The signed-in person, or null for a visitor. */
export function useMeIfSignedIn(): Me | null {
  return useKnown().user
}

/** The signed-in person; only for screens inside the frame, which never shows them to anybody else. */
export function useMe(): Me {
  const { user } = useKnown()
  if (!user) throw new Error('Nobody is signed in.')
  return user
}

/** What everybody may know of this marketplace: name, links, categories, currency. */
export function useMarketplace(): PublicSettings {
  return useKnown().settings
}
