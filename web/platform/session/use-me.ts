import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import type { Me } from '#contract/users.ts'
import type { PublicSettings } from '#domain/settings.ts'
import { meQuery } from '#web/platform/queries/queries.ts'

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

/** Whose frame it is, as it was last drawn: React may begin to draw a screen in the moment between the end of a session and the door. */
export const CurrentUserContext = createContext<Me | null>(null)

/**
 * The signed-in person; only for screens inside the frame, which never shows them to anybody else.
 * While a session ends, what is still on screen, or just coming, goes on seeing who it was.
 */
export function useMe(): Me {
  const { user } = useKnown()
  const last = useRef(useContext(CurrentUserContext))
  if (user) last.current = user
  if (!last.current) throw new Error('Nobody is signed in.')
  return last.current
}

/** Why the account that this browser is still signed in to is suspended; undefined where it is not. */
export function useSuspension() {
  return useKnown().suspension
}

/** What everybody may know of this marketplace: name, links, categories, currency. */
export function useMarketplace(): PublicSettings {
  return useKnown().settings
}
