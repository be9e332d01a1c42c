type Listener = (reason: string) => Promise<boolean>
let listener: Listener = async () => false

/** Names who acts when the session turns out to have ended; the application does, once. He answers whether it has. */
export function onSessionEnd(act: Listener): void {
  listener = act
}

/**
 * Says that the server no longer knows this session; `reason` is an error code or what the live stream said.
 * Answers false where it was a former session: the one of now stands.
 */
export const announceSessionEnd = (reason: string): Promise<boolean> => listener(reason)
