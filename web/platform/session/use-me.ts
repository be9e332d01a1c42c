import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import type { Me } from '#contract/users.ts'
import type { PublicSettings } from '#domain/settings.ts'
import { meQuery } from '#web/platform/queries/queries.ts'

/** Data that every screen can rely on: no screen is shown before it is loaded (spec §2). */
function useSessionData() {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('The authentication state is not known yet.')
  return data
}

/** The signed-in person, or null for a visitor. */
export function useMeIfSignedIn(): Me | null {
  return useSessionData().user
}

/**
 * The person the layout was last drawn for: between the end of a session and the redirect to sign-in, React may still begin to draw a
 * screen.
 */
export const CurrentUserContext = createContext<Me | null>(null)

/**
 * The signed-in person; only for screens inside the layout, which never shows them to another person. While a session
 * ends, screens that are mounted or about to render still get the former person. Throws if there was none.
 */
export function useMe(): Me {
  const { user } = useSessionData()
  const last = useRef(useContext(CurrentUserContext))
  if (user) last.current = user
  if (!last.current) throw new Error('Nobody is signed in.')
  return last.current
}

/** The reason why this browser's account is suspended; undefined if it is not. */
export function useSuspension() {
  return useSessionData().suspension
}

/** The public settings of this marketplace: name, links, categories, currency. */
export function useMarketplace(): PublicSettings {
  return useSessionData().settings
}
