type Listener = (reason: string) => Promise<boolean>
let listener: Listener = async () => false

/** Registers the one listener for the end of the session. It returns false if the session has not ended. */
export function onSessionEnd(act: Listener): void {
  listener = act
}

/**
 * Called when the server no longer accepts this session; `reason` is an error code or the reason of the live stream. Returns false if a
 * former session ended and the current one is still valid.
 */
export const announceSessionEnd = (reason: string): Promise<boolean> => listener(reason)
