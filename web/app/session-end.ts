type Listener = (reason: string) => void
let listener: Listener = () => {}

/** Names who acts when the session turns out to have ended; the application does, once. */
export function onSessionEnd(act: Listener): void {
  listener = act
}

/** Says that the server no longer knows this session; `reason` is an error code or what the live stream said. */
export function announceSessionEnd(reason: string): void {
  listener(reason)
}
