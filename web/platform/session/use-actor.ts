import type { Actor } from '#domain/user.ts'
import { useMe } from '#web/platform/session/use-me.ts'

/** Who is signed in, as the rules of moves ask for it. */
export function useActor(): Actor {
  // The browser does not know its session's id, and no rule looks at it.
  return { ...useMe(), sessionId: '' }
}
