import type { Actor } from '#domain/user.ts'
import { useMe } from '#web/platform/session/use-me.ts'

/** The signed-in person, in the form that the rules of moves need. */
export function useActor(): Actor {
  // The browser does not know its session's id, and no rule reads it.
  return { ...useMe(), sessionId: '' }
}
