/** What the status line says (product §9). */
export type LiveStatus = 'live' | 'catching-up' | 'offline'

/** What is known of the stream at a moment. */
export type Line = {
  /** What the browser says of its network. */
  online: boolean
  /** The stream is open and was heard of within two heartbeats. */
  heard: boolean
  /** Everything missed while the stream was away has arrived. */
  caughtUp: boolean
  /** Attempts to connect that failed since the last success. */
  failures: number
}

/** So many failures in a row count as offline; fewer are a short interruption. */
export const failuresUntilOffline = 3

/** The status line, derived and never set: nobody can forget to update it. */
export function liveStatus({ online, heard, caughtUp, failures }: Line): LiveStatus {
  if (!online || failures >= failuresUntilOffline) return 'offline'
  return heard && caughtUp ? 'live' : 'catching-up'
}
